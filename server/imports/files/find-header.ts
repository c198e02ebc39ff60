import { isAddressLike, isNumberLike } from '../columns/value-shapes'
import { type Cell, filledWidth, formatCell, isBlankCell, type TableRow } from './table-row'

const HEADER_SEARCH_ROWS = 20

/**
 * Finds the row of headings among the first rows: the first that is about as wide as the table, so that title lines above it are skipped.
 * Null if that row already looks like data (an address, or numbers and dates above others of their kind).
 */
export function findHeader(rows: readonly TableRow[]): TableRow | null {
  const width = commonWidth(rows)
  const first = rows.slice(0, HEADER_SEARCH_ROWS).findIndex(({ cells }) => countFilled(cells) * 2 > width)
  const candidate = rows[Math.max(first, 0)]
  if (!candidate) return null
  return isData(candidate, rows.slice(Math.max(first, 0) + 1)) ? null : candidate
}

function commonWidth(rows: readonly TableRow[]): number {
  const widths = rows.map(({ cells }) => filledWidth(cells)).sort((a, b) => a - b)
  return widths[Math.floor(widths.length / 2)] ?? 0
}

function countFilled(cells: readonly Cell[]): number {
  return cells.filter((cell) => !isBlankCell(cell)).length
}

function isData({ cells }: TableRow, following: readonly TableRow[]): boolean {
  if (cells.some((cell) => isAddressLike(formatCell(cell)))) return true
  return cells.some((cell, column) => {
    if (!isNumeric(cell)) return false
    const below = following.map((row) => row.cells[column]).filter((other) => !isBlankCell(other))
    return below.length > 0 && below.every(isNumeric)
  })
}

function isNumeric(cell: Cell | undefined): boolean {
  if (cell === undefined) return false
  return typeof cell === 'object' || typeof cell === 'number' || isNumberLike(formatCell(cell))
}
