import { earlyTexts } from '../early-texts'

/** Those of the elements in which somebody typed or chose something. */
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

/** Whether it is ticked, rather than typed into. */
export function isBox(control: Valued): control is HTMLInputElement {
  return control instanceof HTMLInputElement && /^(?:checkbox|radio)$/.test(control.type)
}

/** Whether it holds something else than the server drew in it. */
function isChanged(control: Valued): boolean {
  if (isBox(control)) return control.checked !== control.defaultChecked
  if (!(control instanceof HTMLSelectElement)) return valueOf(control) !== control.defaultValue
  const drawn = [...control.options].find((option) => option.defaultSelected)
  return drawn !== undefined && !drawn.selected
}

/** What stands in it, or stood before the page was alive. */
export function valueOf(control: Valued): string {
  const early = control instanceof HTMLTextAreaElement ? earlyTexts.get(control) : undefined
  return early ?? control.value
}
