/** Focuses the control of a field (an element with `data-field`) and scrolls to it. Opens the section around it. */
export function focusField(field: HTMLElement): void {
  const control =
    field.querySelector('label')?.control ?? field.querySelector<HTMLElement>('input, select, textarea, button')
  const section = field.closest('details')
  if (section) section.open = true
  control?.focus({ preventScroll: true })
  field.scrollIntoView({ block: 'center' })
}
