/** Focuses the control of a field (an element with `data-field`) and scrolls to it. */
export function focusField(field: HTMLElement): void {
  const control =
    field.querySelector('label')?.control ?? field.querySelector<HTMLElement>('input, select, textarea, button')
  control?.focus({ preventScroll: true })
  field.scrollIntoView({ block: 'center' })
}
