import type { ReactNode } from 'react'
import { cn } from '../cn'
import type { CellAlign } from './table'

export type SortKind = 'text' | 'time' | 'number'

export type Column<T> = {
  key: string
  header: string
  cell: (row: T) => ReactNode
  align?: CellAlign
  /** Takes the remaining width and truncates; defaults to the first column. */
  grow?: boolean
  hiddenBelow?: 'sm' | 'md' | 'lg'
  /** Slot in the two-line phone layout; hidden on phones without one. */
  phoneSlot?: PhoneSlot
  sort?: { by: string; kind: SortKind }
  className?: string
  /** Hidden until a member switches it on. */
  isOptional?: boolean
}

/**
 * Slots of the phone layout: title and detail, each with a state or time at its right, or one element spanning both. For texts: name, state
 * and time on the first line, the text below, then the case.
 */
export type PhoneSlot = 'title' | 'aside' | 'detail' | 'end' | 'side' | 'when' | 'words' | 'foot'

const HIDDEN_BELOW = { sm: 'max-sm:hidden', md: 'max-md:hidden', lg: 'max-lg:hidden' }

const PHONE_CELL = 'max-sm:h-auto max-sm:min-w-0 max-sm:border-0 max-sm:p-0!'
const PHONE_SLOT_STYLE: Record<PhoneSlot, string> = {
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
/* Without a checkbox the first column is empty, and its gap counts toward the margin. */
const PHONE_MARGIN = { boxed: 'max-sm:pl-4', three: 'max-sm:pl-1', four: 'max-sm:pl-2' }

export function phoneRowStyle<T>(columns: readonly Column<T>[], hasBox: boolean): string {
  const width = columns.some(({ phoneSlot }) => phoneSlot === 'when') ? 'four' : 'three'
  return cn(PHONE_LINES, PHONE_GRID[width], PHONE_MARGIN[hasBox ? 'boxed' : width])
}

export const PHONE_CHECKBOX_STYLE = `${PHONE_CELL} max-sm:col-start-1 max-sm:row-span-2 max-sm:w-auto!`

export type PhoneLayout = 'none' | 'titled' | 'detailed'

export function choosePhoneLayout<T>(columns: readonly Column<T>[]): PhoneLayout {
  if (columns.every(({ phoneSlot }) => phoneSlot === undefined)) return 'none'
  return columns.some(({ phoneSlot }) => phoneSlot === 'detail' || phoneSlot === 'words') ? 'detailed' : 'titled'
}

export function columnStyle<T>({ hiddenBelow, phoneSlot }: Column<T>, rows: PhoneLayout): string {
  if (rows === 'none') return hiddenBelow ? HIDDEN_BELOW[hiddenBelow] : ''
  if (phoneSlot === undefined) return cn('max-sm:hidden', hiddenBelow && HIDDEN_BELOW[hiddenBelow])
  return cn(
    PHONE_CELL,
    PHONE_SLOT_STYLE[phoneSlot],
    phoneSlot === 'title' && rows === 'titled' && 'max-sm:row-span-2',
    hiddenBelow && hiddenBelow !== 'sm' && 'sm:max-md:hidden',
    hiddenBelow === 'lg' && 'sm:max-lg:hidden',
  )
}
