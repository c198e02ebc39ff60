'use client'

import { Check, Minus } from 'lucide-react'
import { Checkbox as Radix } from 'radix-ui'
import { type ReactNode, useId } from 'react'
import { cn } from '../cn'

export type CheckboxProps = Omit<Radix.CheckboxProps, 'onChange' | 'onCheckedChange'> & {
  /** Beside the box. Without one, say `aria-label`. */
  label?: ReactNode
  /** One sentence below the label. */
  help?: ReactNode
  onChange?: (checked: boolean) => void
}

/** Yes or no, saved with the form. For something that takes effect at once use `Switch`. */
export function Checkbox({ label, help, onChange, className, id, ...rest }: CheckboxProps) {
  const own = useId()
  const box = (
    <Radix.Root
      id={id ?? own}
      aria-describedby={help ? `${own}-help` : undefined}
      className={cn(
        'group relative mt-0.5 flex size-4 shrink-0 items-center justify-center rounded-mark border border-line-strong bg-surface text-accent-ink transition-colors after:absolute after:-inset-2.5 hover:border-ink-faint data-[state=checked]:border-accent data-[state=indeterminate]:border-accent data-[state=checked]:bg-accent data-[state=indeterminate]:bg-accent disabled:opacity-50',
        className,
      )}
      onCheckedChange={(checked) => onChange?.(checked === true)}
      {...rest}
    >
      <Radix.Indicator>
        <Check size={12} strokeWidth={3} aria-hidden className="group-data-[state=indeterminate]:hidden" />
        <Minus size={12} strokeWidth={3} aria-hidden className="hidden group-data-[state=indeterminate]:block" />
      </Radix.Indicator>
    </Radix.Root>
  )
  if (!label) return box
  return <Choice box={box} htmlFor={id ?? own} label={label} help={help} helpId={`${own}-help`} />
}

export type ChoiceProps = { box: ReactNode; htmlFor: string; label: ReactNode; help: ReactNode; helpId: string }

/** A small control with its words at the right: boxes, switches and radio buttons look the same. */
export function Choice({ box, htmlFor, label, help, helpId }: ChoiceProps) {
  return (
    <div className="flex items-start gap-2.5 pointer-coarse:py-1.5">
      {box}
      <div className="grid gap-0.5">
        <label htmlFor={htmlFor} className="text-14">
          {label}
        </label>
        {help && (
          <p id={helpId} className="text-13 text-ink-faint">
            {help}
          </p>
        )}
      </div>
    </div>
  )
}
