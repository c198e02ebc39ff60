import type { Cell } from './table-row'

type WrittenCell = Cell | null | undefined

/**
 * A table to write: its columns are headings, or keys with headings, and its rows either cells in order or values by key. Missing values are
 * empty cells.
 */
export type WrittenTable = {
  columns: readonly (string | { key: string; header: string })[]
  rows: AsyncIterable<readonly WrittenCell[] | Readonly<Record<string, WrittenCell>>>
}
