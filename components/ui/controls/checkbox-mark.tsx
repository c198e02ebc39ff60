import type { ReactNode } from 'react'
import { cn } from '../cn'

/** Styles of the visual box or radio dot for the preceding `peer` input. */
export const CHOICE_MARK_STYLE =
  'pointer-events-none border border-line-strong bg-surface transition-colors peer-hover:border-ink-faint peer-checked:border-accent peer-checked:bg-accent peer-indeterminate:border-accent peer-indeterminate:bg-accent peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-accent-text peer-disabled:opacity-50 peer-aria-invalid:border-negative'

/** Checkbox drawing for the preceding `peer` input. Inline SVG, because icons of the library are client components: two per table row. */
export function CheckboxMark() {
  return (
    <>
      <span className={cn(CHOICE_MARK_STYLE, 'absolute inset-0 rounded-mark')} />
      <Mark className="peer-checked:block peer-indeterminate:hidden">
        <path d="M20 6 9 17l-5-5" />
      </Mark>
      <Mark className="peer-indeterminate:block">
        <path d="M5 12h14" />
      </Mark>
    </>
  )
}

function Mark({ className, children }: { className: string; children: ReactNode }) {
  return (
    <svg
      width="12"
      height="12"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="3"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={cn('pointer-events-none relative hidden text-accent-ink', className)}
    >
      {children}
    </svg>
  )
}
