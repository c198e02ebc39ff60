import type { ComponentProps } from 'react'
import { cn } from '../cn'
import { Link } from './link'

export type TextLinkProps = ComponentProps<typeof Link> & {
  /** `quiet` is underlined on hover only; for tables and lists. */
  tone?: 'accent' | 'quiet'
}

/** Inline link. External URLs open in the same tab. */
export function TextLink({ tone = 'accent', className, ...rest }: TextLinkProps) {
  const look =
    tone === 'accent'
      ? 'text-accent-text underline decoration-accent-line underline-offset-3 hover:decoration-current'
      : 'text-ink underline-offset-3 hover:underline'
  return <Link className={cn('rounded-mark transition-colors', look, className)} {...rest} />
}
