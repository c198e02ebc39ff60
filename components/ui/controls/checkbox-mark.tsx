import type { ReactNode } from 'react'
import { cn } from '../cn'
import { CHOICE_MARK_STYLE } from './choice-mark-style'

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
