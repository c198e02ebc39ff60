/** Styles of the visual box or radio dot for the preceding `peer` input. */
export const CHOICE_MARK_STYLE =
  'pointer-events-none border border-line-strong bg-surface transition-colors peer-hover:border-ink-faint peer-checked:border-accent peer-checked:bg-accent peer-indeterminate:border-accent peer-indeterminate:bg-accent peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-accent-text peer-disabled:opacity-50 peer-aria-invalid:border-negative'
