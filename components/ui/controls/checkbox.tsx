import { type ComponentProps, type ReactNode, useId } from 'react'
import { useFieldAttributes } from '../forms/field'
import { CheckboxMark } from './checkbox-mark'

export type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'checked' | 'onChange' | 'size' | 'className'> & {
  /** Beside the box. Without one, set `aria-label`. */
  label?: ReactNode
  help?: ReactNode
  checked?: boolean | 'mixed'
  onChange?: (checked: boolean) => void
}

export function Checkbox({ label, help, checked, onChange, id, ...rest }: CheckboxProps) {
  const ownId = useId()
  const field = useFieldAttributes()
  const controlId = id ?? field.id ?? ownId
  const describedBy = [field['aria-describedby'], help && `${ownId}-help`].filter(Boolean).join(' ')
  const box = (
    <span className="relative mt-0.5 grid size-4 shrink-0 place-items-center">
      <input
        type="checkbox"
        id={controlId}
        aria-describedby={describedBy || undefined}
        aria-invalid={field['aria-invalid']}
        checked={checked === true}
        ref={(input) => {
          if (input) input.indeterminate = checked === 'mixed'
        }}
        onChange={(event) => onChange?.(event.target.checked)}
        className="peer absolute -inset-2.5 m-0 cursor-pointer opacity-0 disabled:cursor-not-allowed"
        {...rest}
      />
      <CheckboxMark />
    </span>
  )
  if (!label) return box
  return <LabeledChoice mark={box} htmlFor={controlId} label={label} help={help} helpId={`${ownId}-help`} />
}

type LabeledChoiceProps = { mark: ReactNode; htmlFor: string; label: ReactNode; help: ReactNode; helpId: string }

export function LabeledChoice({ mark, htmlFor, label, help, helpId }: LabeledChoiceProps) {
  return (
    <div className="flex items-start gap-2.5 pointer-coarse:py-1.5">
      {mark}
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
