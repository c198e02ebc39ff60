import { type ReactNode, useId } from 'react'
import { cn } from '../cn'
import { LabeledChoice } from './checkbox'
import { CHOICE_MARK_STYLE } from './checkbox-mark'

export type RadioGroupProps<T extends string> = {
  value: T
  options: readonly { value: T; label: ReactNode; help?: ReactNode }[]
  onChange: (value: T) => void
  className?: string
}

export function RadioGroup<T extends string>({ value, options, onChange, className }: RadioGroupProps<T>) {
  const id = useId()
  return (
    <div className={cn('grid gap-2.5', className)}>
      {options.map((option) => {
        const optionId = `${id}-${option.value}`
        const dot = (
          <span className="relative mt-0.5 grid size-4 shrink-0 place-items-center">
            <input
              type="radio"
              id={optionId}
              name={id}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              aria-describedby={option.help ? `${optionId}-help` : undefined}
              className="peer absolute -inset-2.5 m-0 cursor-pointer opacity-0"
            />
            <span className={cn(CHOICE_MARK_STYLE, 'absolute inset-0 rounded-full')} />
            <span className="pointer-events-none relative hidden size-1.5 rounded-full bg-accent-ink forced-color-adjust-none peer-checked:block forced-colors:bg-[Highlight]" />
          </span>
        )
        return (
          <LabeledChoice
            key={option.value}
            mark={dot}
            htmlFor={optionId}
            label={option.label}
            help={option.help}
            helpId={`${optionId}-help`}
          />
        )
      })}
    </div>
  )
}
