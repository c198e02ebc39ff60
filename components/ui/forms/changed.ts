import { earlyTexts } from '../early-texts'

/** Elements whose value differs from the server-rendered default. */
export function changedControls(elements: Iterable<Element>): Valued[] {
  return [...elements].filter(isValued).filter(isChanged)
}

type Valued = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

function isValued(control: Element): control is Valued {
  return (
    control instanceof HTMLInputElement ||
    control instanceof HTMLTextAreaElement ||
    control instanceof HTMLSelectElement
  )
}

export function isBox(control: Valued): control is HTMLInputElement {
  return control instanceof HTMLInputElement && /^(?:checkbox|radio)$/.test(control.type)
}

function isChanged(control: Valued): boolean {
  if (isBox(control)) return control.checked !== control.defaultChecked
  if (!(control instanceof HTMLSelectElement)) return valueOf(control) !== control.defaultValue
  const drawn = [...control.options].find((option) => option.defaultSelected)
  return drawn !== undefined && !drawn.selected
}

/** Current value, or the one typed before hydration. */
export function valueOf(control: Valued): string {
  const early = control instanceof HTMLTextAreaElement ? earlyTexts.get(control) : undefined
  return early ?? control.value
}
