import type { ComponentProps } from 'react'
import { cn } from '../cn'
import { Link } from './link'

const LOOK =
  'rounded-mark transition-colors text-accent-text underline decoration-accent-line underline-offset-3 hover:decoration-current'

export function TextLink({ className, ...rest }: ComponentProps<typeof Link>) {
  return <Link className={cn(LOOK, className)} {...rest} />
}
