import type { ReactNode } from 'react'
import { cn } from '../cn'
import type { CellAlign } from './table'

/** What a column holds, for the words of its order. */
export type SortKind = 'text' | 'time' | 'number'

export type Column<T> = {
  key: string
  header: string
  cell: (row: T) => ReactNode
  /** `right` for numbers. */
  align?: CellAlign
  /** Takes the room that is left and cuts off what does not fit; the first column, where none says so. */
  grow?: boolean
  /** Not shown below this width of the screen. */
  from?: 'sm' | 'md' | 'lg'
  /** Where it stands on a phone, in a table that gives each row two lines there; nowhere, without one. */
  phone?: PhonePlace
  /** The list can be ordered by it; the address calls it by this name. */
  sort?: { by: string; kind: SortKind }
  /** Of its cells. */
  className?: string
}

/**
 * What matters first and what else to know, and at the right of each its state or its time, or one thing at the right of both.
 * Where people wrote something: who, its state and when on the first line, below them the words, wrapped, and below those what is done
 * about them, where something is.
 */
export type PhonePlace = 'title' | 'aside' | 'detail' | 'end' | 'side' | 'when' | 'words' | 'foot'

const FROM = { sm: 'max-sm:hidden', md: 'max-md:hidden', lg: 'max-lg:hidden' }

const ON_PHONE = 'max-sm:h-auto max-sm:min-w-0 max-sm:border-0 max-sm:p-0!'
const PLACE: Record<PhonePlace, string> = {
  title: 'max-sm:col-start-2 max-sm:row-start-1 max-sm:w-full',
  aside: 'max-sm:col-start-3 max-sm:row-start-1 max-sm:justify-self-end',
  side: 'max-sm:col-start-3 max-sm:row-span-2 max-sm:row-start-1 max-sm:justify-self-end',
  detail: 'max-sm:w-full max-sm:col-start-2 max-sm:row-start-2 max-sm:text-13 max-sm:text-ink-soft',
  end: 'max-sm:col-start-3 max-sm:row-start-2 max-sm:justify-self-end max-sm:text-13 max-sm:text-ink-soft',
  when: 'max-sm:col-start-4 max-sm:row-start-1 max-sm:justify-self-end max-sm:text-13 max-sm:text-ink-soft',
  words:
    'max-sm:col-span-3 max-sm:col-start-2 max-sm:row-start-2 max-sm:line-clamp-3 max-sm:w-full max-sm:text-13 max-sm:whitespace-normal max-sm:wrap-anywhere max-sm:text-ink-soft',
  foot: 'max-sm:col-span-3 max-sm:col-start-2 max-sm:row-start-3 max-sm:w-full',
}

const PHONE_LINES =
  'max-sm:grid max-sm:items-center max-sm:gap-y-0.5 max-sm:border-b max-sm:pr-4 max-sm:py-2.5 max-sm:last:border-b-0'
const PHONE_GRID = {
  three: 'max-sm:grid-cols-[auto_minmax(0,1fr)_auto] max-sm:gap-x-3',
  four: 'max-sm:grid-cols-[auto_minmax(0,1fr)_auto_auto] max-sm:gap-x-2',
}
/* Without a box the first column is empty, and its gap a part of the margin. */
const PHONE_MARGIN = { boxed: 'max-sm:pl-4', three: 'max-sm:pl-1', four: 'max-sm:pl-2' }

/** A row of two lines: its box stands at the left, where there is one, and what it says begins where other rows do. */
export function phoneLines<T>(columns: readonly Column<T>[], hasBox: boolean): string {
  const width = columns.some(({ phone }) => phone === 'when') ? 'four' : 'three'
  return cn(PHONE_LINES, PHONE_GRID[width], PHONE_MARGIN[hasBox ? 'boxed' : width])
}

export const PHONE_BOX = `${ON_PHONE} max-sm:col-start-1 max-sm:row-span-2 max-sm:w-auto!`

export type PhoneRows = 'none' | 'titled' | 'detailed'

/** Whether rows are two lines on a phone, and whether what else to know is a cell of its own or part of the title. */
export function phoneRows<T>(columns: readonly Column<T>[]): PhoneRows {
  if (columns.every(({ phone }) => phone === undefined)) return 'none'
  return columns.some(({ phone }) => phone === 'detail' || phone === 'words') ? 'detailed' : 'titled'
}

/** Of a column's cells, wherever the table is shown. */
export function placeStyle<T>({ from, phone }: Column<T>, rows: PhoneRows): string {
  if (rows === 'none') return from ? FROM[from] : ''
  if (phone === undefined) return cn('max-sm:hidden', from && FROM[from])
  return cn(
    ON_PHONE,
    PLACE[phone],
    phone === 'title' && rows === 'titled' && 'max-sm:row-span-2',
    from && from !== 'sm' && 'sm:max-md:hidden',
    from === 'lg' && 'sm:max-lg:hidden',
  )
}
