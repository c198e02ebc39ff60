/**
 * A cell as it was stored. CSV has text only; XLSX also numbers, booleans, dates (`isoDate`: local, a day or a day with a time, without an
 * offset) and errors (`#N/A`). An empty cell is an empty text.
 */
export type Cell = string | number | boolean | { isoDate: string } | { error: string }

/** @property position number of the row as a spreadsheet shows it, from 1. */
export type TableRow = { position: number; cells: Cell[] }

const SIGNIFICANT_DIGITS = 15

/** Text of a cell. Numbers have at most the 15 digits that spreadsheets show. */
export function formatCell(cell: Cell): string {
  if (typeof cell === 'string') return cell
  if (typeof cell === 'number') return formatNumber(cell)
  if (typeof cell === 'boolean') return String(cell)
  return 'error' in cell ? cell.error : cell.isoDate
}

function formatNumber(value: number): string {
  const rounded = Number(value.toPrecision(SIGNIFICANT_DIGITS))
  return Math.abs(rounded) < 1e21 && Number.isInteger(rounded) ? BigInt(rounded).toString() : String(rounded)
}

export function isBlankCell(cell: Cell | undefined): boolean {
  return cell === undefined || (typeof cell === 'string' && cell.trim() === '')
}

export function isBlankRow({ cells }: TableRow): boolean {
  return cells.every(isBlankCell)
}

/** Number of cells up to the last one that is not blank. */
export function filledWidth(cells: readonly Cell[]): number {
  return cells.findLastIndex((cell) => !isBlankCell(cell)) + 1
}
