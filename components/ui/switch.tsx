'use client'

import { Switch as Radix } from 'radix-ui'
import { type ReactNode, useId } from 'react'
import { Choice } from './checkbox'
import { cn } from './cn'

export type SwitchProps = Omit<Radix.SwitchProps, 'onChange' | 'onCheckedChange'> & {
  /** Beside the switch. Without one, say `aria-label`. */
  label?: ReactNode
  help?: ReactNode
  onChange?: (checked: boolean) => void
}

/** On or off, at once. */
export function Switch({ label, help, onChange, className, id, ...rest }: SwitchProps) {
  const own = useId()
  const control = (
    <Radix.Root
      id={id ?? own}
      aria-describedby={help ? `${own}-help` : undefined}
      className={cn(
        'relative inline-flex h-5 w-8 shrink-0 items-center rounded-full bg-line-strong transition-colors after:absolute after:-inset-2 data-[state=checked]:bg-accent disabled:opacity-50',
        className,
      )}
      onCheckedChange={(checked) => onChange?.(checked)}
      {...rest}
    >
      <Radix.Thumb className="block size-4 translate-x-0.5 rounded-full bg-accent-ink transition-transform data-[state=checked]:translate-x-3.5" />
    </Radix.Root>
  )
  if (!label) return control
  return <Choice box={control} htmlFor={id ?? own} label={label} help={help} helpId={`${own}-help`} />
}
