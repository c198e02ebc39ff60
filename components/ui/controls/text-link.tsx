import type { ComponentProps } from 'react'
import { cn } from '../cn'
import { Link } from './link'

export type TextLinkProps = ComponentProps<typeof Link> & {
  tone?: 'accent' | 'quiet'
}

export function TextLink({ tone = 'accent', className, ...rest }: TextLinkProps) {
  const look =
    tone === 'accent'
      ? 'text-accent-text underline decoration-accent-line underline-offset-3 hover:decoration-current'
      : 'text-ink underline-offset-3 hover:underline'
  return <Link className={cn('rounded-mark transition-colors', look, className)} {...rest} />
}
