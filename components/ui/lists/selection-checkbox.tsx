import { CheckboxMark } from '../controls/checkbox-mark'

export type SelectionCheckboxProps = {
  label: string
  value?: string
  isAll?: boolean
}

export function SelectionCheckbox({ label, value, isAll = false }: SelectionCheckboxProps) {
  return (
    <span className="relative z-1 grid size-4 place-items-center">
      <input
        type="checkbox"
        aria-label={label}
        value={value}
        data-select={isAll ? 'all' : 'row'}
        // Restored checkbox states after a reload would apply to other rows.
        autoComplete="off"
        className="peer absolute -inset-3 m-0 cursor-pointer opacity-0"
      />
      <CheckboxMark />
    </span>
  )
}
