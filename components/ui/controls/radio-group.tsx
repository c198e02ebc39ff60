'use client'

import { RadioGroup as Radix } from 'radix-ui'
import { type ReactNode, useId } from 'react'
import { cn } from '../cn'
import { Choice } from './checkbox'

export type RadioOption = { value: string; label: ReactNode; help?: ReactNode; disabled?: boolean }

export type RadioGroupProps = Omit<Radix.RadioGroupProps, 'onChange' | 'onValueChange'> & {
  options: readonly RadioOption[]
  onChange?: (value: string) => void
}

/** One of a few that are worth reading. Stands in a `Fieldset`, which gives it its legend. */
export function RadioGroup({ options, onChange, className, ...rest }: RadioGroupProps) {
  const id = useId()
  return (
    <Radix.Root className={cn('grid gap-2.5', className)} onValueChange={(value) => onChange?.(value)} {...rest}>
      {options.map((option) => {
        const own = `${id}-${option.value}`
        const dot = (
          <Radix.Item
            id={own}
            value={option.value}
            disabled={option.disabled ?? false}
            aria-describedby={option.help ? `${own}-help` : undefined}
            className="relative mt-0.5 flex size-4 shrink-0 items-center justify-center rounded-full border border-line-strong bg-surface transition-colors after:absolute after:-inset-2.5 hover:border-ink-faint data-[state=checked]:border-accent data-[state=checked]:bg-accent disabled:opacity-50"
          >
            <Radix.Indicator className="size-1.5 rounded-full bg-accent-ink" />
          </Radix.Item>
        )
        return (
          <Choice
            key={option.value}
            box={dot}
            htmlFor={own}
            label={option.label}
            help={option.help}
            helpId={`${own}-help`}
          />
        )
      })}
    </Radix.Root>
  )
}
