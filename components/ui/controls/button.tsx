import type { ComponentProps, MouseEvent } from 'react'
import { cn } from '../cn'
import { Spinner } from '../content/spinner'
import { Slot } from '../slot'

const BASE =
  'relative inline-flex shrink-0 select-none items-center justify-center gap-1.5 whitespace-nowrap rounded-control font-medium no-underline transition-colors disabled:opacity-50 aria-disabled:opacity-60 print:hidden'
const VARIANT = {
  primary: 'bg-accent text-accent-ink hover:bg-accent-hover forced-colors:border',
  secondary: 'border border-edge bg-surface text-ink hover:border-line-strong hover:bg-hover',
  ghost: 'text-ink-soft hover:bg-hover hover:text-ink forced-colors:border',
  danger: 'bg-danger text-accent-ink hover:bg-danger-hover forced-colors:border',
}
const SIZE = {
  small: 'h-7 text-13 pointer-coarse:h-9',
  medium: 'h-8 text-14 pointer-coarse:h-10',
  large: 'h-10 text-14 pointer-coarse:h-11',
}
const SHAPE = {
  wide: { small: 'px-2.5', medium: 'px-3', large: 'px-4' },
  square: {
    small: 'w-7 pointer-coarse:w-9',
    medium: 'w-8 pointer-coarse:w-10',
    large: 'w-10 pointer-coarse:w-11',
  },
}

export type ButtonStyleProps = {
  variant?: keyof typeof VARIANT | undefined
  size?: keyof typeof SIZE | undefined
  shape?: keyof typeof SHAPE | undefined
}

export function buttonStyle({ variant = 'secondary', size = 'medium', shape = 'wide' }: ButtonStyleProps): string {
  return cn(BASE, VARIANT[variant], SIZE[size], SHAPE[shape][size])
}

export type ButtonProps = ComponentProps<'button'> &
  ButtonStyleProps & {
    /** In progress: keeps its size and focus, and ignores clicks. */
    pending?: boolean
    asChild?: boolean
  }

export function Button({ variant, size, shape, pending, asChild, className, children, ...rest }: ButtonProps) {
  const style = cn(buttonStyle({ variant, size, shape }), className)
  if (asChild)
    return (
      <Slot className={style} {...rest}>
        {children}
      </Slot>
    )
  return (
    <button
      type="button"
      className={style}
      {...rest}
      {...(pending && { 'aria-disabled': true, 'aria-busy': true, onClick: preventDefault })}
    >
      {pending && <Spinner className="absolute" />}
      <span className={cn('inline-flex items-center gap-1.5', pending && 'opacity-0')}>{children}</span>
    </button>
  )
}

const preventDefault = (event: MouseEvent) => event.preventDefault()
