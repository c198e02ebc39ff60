import { BoxDrawing } from '../controls/box-drawing'

export type SelectBoxProps = {
  label: string
  /** The row's id. */
  value?: string
  /** The box of the table's head, which stands for all rows. */
  isAll?: boolean
}

/** Selects a row; `Selection` around the table listens. */
export function SelectBox({ label, value, isAll = false }: SelectBoxProps) {
  return (
    <span className="relative z-1 grid size-4 place-items-center">
      <input
        type="checkbox"
        aria-label={label}
        value={value}
        data-select={isAll ? 'all' : 'row'}
        // What a browser remembers of boxes over a reload would be of other rows.
        autoComplete="off"
        className="peer absolute -inset-3 m-0 cursor-pointer opacity-0"
      />
      <BoxDrawing />
    </span>
  )
}
