import { cva, type VariantProps } from 'class-variance-authority'
import { Slot } from 'radix-ui'
import type { ComponentProps, MouseEvent } from 'react'
import { cn } from '../cn'
import { Spinner } from '../content/spinner'

export const buttonStyle = cva(
  'relative inline-flex shrink-0 select-none items-center justify-center gap-1.5 whitespace-nowrap rounded-control font-medium no-underline transition-colors disabled:opacity-50 aria-disabled:opacity-60',
  {
    variants: {
      variant: {
        primary: 'bg-accent text-accent-ink hover:bg-accent-hover',
        secondary: 'border border-edge bg-surface text-ink hover:border-line-strong hover:bg-hover',
        ghost: 'text-ink-soft hover:bg-hover hover:text-ink',
        danger: 'bg-danger text-accent-ink hover:bg-danger-hover',
      },
      size: {
        small: 'h-7 px-2.5 text-13 pointer-coarse:h-9',
        medium: 'h-8 px-3 text-14 pointer-coarse:h-10',
        large: 'h-10 px-4 text-14 pointer-coarse:h-11',
      },
    },
    defaultVariants: { variant: 'secondary', size: 'medium' },
  },
)

export type ButtonProps = ComponentProps<'button'> &
  VariantProps<typeof buttonStyle> & {
    /** Under way: keeps its place and its focus, and does nothing when pressed again. */
    pending?: boolean
    /** Lends its look to its one child, a link for instance. */
    asChild?: boolean
  }

/** Acts on something. A page has one primary button; a link that leads somewhere is a `Button asChild`. */
export function Button({ variant, size, pending = false, asChild = false, className, children, ...rest }: ButtonProps) {
  const style = cn(buttonStyle({ variant, size }), className)
  if (asChild)
    return (
      <Slot.Root className={style} {...rest}>
        {children}
      </Slot.Root>
    )
  return (
    <button
      type="button"
      className={style}
      {...rest}
      {...(pending ? { 'aria-disabled': true, 'aria-busy': true, onClick: ignore } : {})}
    >
      {pending && <Spinner className="absolute" />}
      <span className={cn('inline-flex items-center gap-1.5', pending && 'opacity-0')}>{children}</span>
    </button>
  )
}

function ignore(event: MouseEvent): void {
  event.preventDefault()
}
