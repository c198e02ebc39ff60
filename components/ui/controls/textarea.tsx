import type { ComponentProps } from 'react'
import { cn } from '../cn'
import { useFieldAttributes } from '../forms/field'

export function Textarea({ className, rows = 3, ...rest }: ComponentProps<'textarea'>) {
  const field = useFieldAttributes()
  return (
    <textarea
      rows={rows}
      // Text direction follows the content.
      dir="auto"
      {...field}
      className={cn('control field-sizing-content min-h-20 resize-y px-2.5 py-1.5', className)}
      {...rest}
    />
  )
}
