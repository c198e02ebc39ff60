/*
 * Keeps what is typed, ticked or chosen before hydration. React would put the server's value back: into a text area while it hydrates, into
 * other controls when they render again. So the values are recorded from the start, and entered again once React handles events.
 */

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const CONTROLS = 'input, textarea, select'

const early = new Map<Control, { value: string; isChecked: boolean }>()

/** Runs before hydration: records controls that differ from the server’s HTML, and every later change. */
export function recordPreHydrationInput(): void {
  for (const control of document.querySelectorAll<Control>(CONTROLS)) if (isChanged(control)) record(control)
  document.addEventListener('input', onInput, { capture: true })
}

/** Runs after hydration: enters the recorded values through events, so that React’s handlers run. */
export function replayPreHydrationInput(): void {
  document.removeEventListener('input', onInput, { capture: true })
  const recorded = [...early]
  early.clear()
  for (const [control, { value, isChecked }] of recorded) {
    if (!control.isConnected) continue
    if (isBox(control)) replayBox(control, isChecked)
    else replayValue(control, value)
  }
}

function onInput({ target }: Event): void {
  if (target instanceof Element && target.matches(CONTROLS)) record(target as Control)
}

function record(control: Control): void {
  early.set(control, { value: control.value, isChecked: isBox(control) && control.checked })
}

/** A click toggles the box, so it starts from the opposite state. A radio button is only ever selected. */
function replayBox(box: HTMLInputElement, isChecked: boolean): void {
  if (box.type === 'radio' && !isChecked) return
  box.checked = !isChecked
  box.click()
}

/**
 * React ignores an input event whose value it has already seen. It tracks values set on the element, but not through the setter of the
 * prototype, which browsers use.
 */
function replayValue(control: Control, value: string): void {
  if (!(control instanceof HTMLSelectElement)) control.value = control.defaultValue
  Reflect.set(Object.getPrototypeOf(control) as object, 'value', value, control)
  control.dispatchEvent(new Event(control instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
}

function isBox(control: Control): control is HTMLInputElement {
  return control instanceof HTMLInputElement && /^(?:checkbox|radio)$/.test(control.type)
}

function isChanged(control: Control): boolean {
  if (isBox(control)) return control.checked !== control.defaultChecked
  if (!(control instanceof HTMLSelectElement)) return control.value !== control.defaultValue
  const rendered = [...control.options].find(({ defaultSelected }) => defaultSelected)
  return rendered !== undefined && !rendered.selected
}
