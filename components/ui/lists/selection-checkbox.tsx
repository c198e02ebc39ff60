import { BoxDrawing } from '../controls/checkbox-mark'

export type SelectBoxProps = {
  label: string
  value?: string
  isAll?: boolean
}

export function SelectBox({ label, value, isAll = false }: SelectBoxProps) {
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
      <BoxDrawing />
    </span>
  )
}
