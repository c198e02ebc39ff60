import type { LucideIcon } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { cn } from '../cn'
import { useFieldAttributes } from '../forms/field'

export type InputProps = Omit<ComponentProps<'input'>, 'prefix'> & {
  icon?: LucideIcon
  after?: ReactNode
}

export function Input({ icon: Icon, after, className, type = 'text', ...rest }: InputProps) {
  const field = useFieldAttributes()
  const input = (
    <input
      type={type}
      // Text direction follows the content.
      dir={type === 'text' || type === 'search' ? 'auto' : undefined}
      {...field}
      className={cn('control h-8 px-2.5 pointer-coarse:h-11', Icon && 'pl-8', after && 'pr-10', className)}
      {...rest}
    />
  )
  if (!Icon && !after) return input
  return (
    <span className="relative block">
      {Icon && (
        <Icon
          size={16}
          aria-hidden
          className="pointer-events-none absolute top-1/2 left-2.5 -translate-y-1/2 text-ink-faint"
        />
      )}
      {input}
      {after && (
        <span className="absolute top-1/2 right-1 flex -translate-y-1/2 items-center text-13 text-ink-faint">
          {after}
        </span>
      )}
    </span>
  )
}
