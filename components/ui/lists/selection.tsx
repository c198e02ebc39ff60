'use client'

import { X } from 'lucide-react'
import {
  createContext,
  type FormEvent,
  type MouseEvent,
  type ReactNode,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react'
import { useTranslations } from 'use-intl/react'
import type { ListName } from '@/server/views/schema'
import { Button } from '../controls/button'
import { IconButton } from '../controls/icon-button'
import { isInEditableOrOverlay } from '../single-key-shortcuts'

type Selected = {
  /** Of the selected rows on this page. */
  ids: readonly string[]
  /** How many rows are selected, also those that are not on this page. */
  count: number
  /** Whether all rows that match the filters are selected. */
  isAllMatching: boolean
  /** Deselects these rows, or all. */
  deselect: (ids?: readonly string[]) => void
}

const SelectionContext = createContext<Selected>({
  ids: [],
  count: 0,
  isAllMatching: false,
  deselect: () => undefined,
})

export const useSelection = () => useContext(SelectionContext)

type SelectionProviderProps = { list: ListName; bar: ReactNode; matching?: number | undefined; children: ReactNode }

/**
 * Row selection by checkbox: Shift selects a range, Escape clears. The checkboxes are the state, so removed rows are deselected.
 * @param bar bulk actions, which use `useSelection`.
 * @param matching the number of rows that match the filters, if the actions can be performed on all of them
 */
export function SelectionProvider({ list, bar, matching = 0, children }: SelectionProviderProps) {
  const box = useRef<HTMLDivElement>(null)
  const [ids, setIds] = useState<readonly string[]>([])
  const [isPageSelected, setIsPageSelected] = useState(false)
  const [wantsAllMatching, setWantsAllMatching] = useState(false)
  const lastClicked = useRef<HTMLInputElement>(null)
  const isRange = useRef(false)

  function syncSelection() {
    const boxes = rowBoxes(box.current)
    const checkedIds = boxes.filter(({ checked }) => checked).map(({ value }) => value)
    const all = box.current?.querySelector<HTMLInputElement>('[data-select=all]')
    if (all) {
      all.checked = checkedIds.length > 0
      all.indeterminate = checkedIds.length > 0 && checkedIds.length < boxes.length
    }
    const hasAll = checkedIds.length > 0 && checkedIds.length === boxes.length
    setIsPageSelected(hasAll)
    if (!hasAll) setWantsAllMatching(false)
    setIds((previous) =>
      previous.length === checkedIds.length && previous.every((id, at) => id === checkedIds[at])
        ? previous
        : checkedIds,
    )
  }

  // After every render: rows may have changed.
  useEffect(syncSelection)

  function onChange({ target }: FormEvent) {
    if (!(target instanceof HTMLInputElement) || target.dataset.select === undefined) return
    const boxes = rowBoxes(box.current)
    if (target.dataset.select === 'all') for (const each of boxes) each.checked = target.checked
    else {
      const [from, to] = [boxes.indexOf(lastClicked.current ?? target), boxes.indexOf(target)]
      if (isRange.current && from !== -1)
        for (const each of boxes.slice(Math.min(from, to), Math.max(from, to) + 1)) each.checked = target.checked
      lastClicked.current = target
    }
    syncSelection()
  }

  function deselect(targetIds?: readonly string[]) {
    for (const each of rowBoxes(box.current)) if (!targetIds || targetIds.includes(each.value)) each.checked = false
    syncSelection()
  }

  const canSelectMatching = isPageSelected && matching > ids.length
  const isAllMatching = canSelectMatching && wantsAllMatching
  const hasSelection = ids.length > 0
  useEffect(() => {
    if (!hasSelection) return undefined
    function onKeyDown(event: KeyboardEvent) {
      const isBox = event.target instanceof HTMLInputElement && event.target.type === 'checkbox'
      if (event.key === 'Escape' && !event.defaultPrevented && (isBox || !isInEditableOrOverlay(event.target)))
        deselect()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  })

  return (
    // The checkboxes handle keys and clicks.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events
    <div
      ref={box}
      className="grid grid-cols-[minmax(0,1fr)] gap-3"
      onChange={onChange}
      onClickCapture={(event: MouseEvent) => {
        isRange.current = event.shiftKey
      }}
    >
      {children}
      {hasSelection && (
        <SelectionContext value={{ ids, count: isAllMatching ? matching : ids.length, isAllMatching, deselect }}>
          <SelectionBar
            list={list}
            toggleMatching={canSelectMatching ? () => setWantsAllMatching(!isAllMatching) : null}
            matching={matching}
          >
            {bar}
          </SelectionBar>
        </SelectionContext>
      )}
    </div>
  )
}

type SelectionBarProps = {
  list: ListName
  /** Null if the page has all that match. */
  toggleMatching: (() => void) | null
  matching: number
  children: ReactNode
}

function SelectionBar({ list, toggleMatching, matching, children }: SelectionBarProps) {
  const t = useTranslations('lists')
  const { count, isAllMatching, deselect } = useSelection()
  return (
    <section
      aria-label={t('selection')}
      data-selection={isAllMatching ? 'matching' : 'listed'}
      className="sticky bottom-3 z-20 mx-auto flex max-w-full animate-rise flex-wrap items-center gap-2 rounded-card bg-surface py-2 pr-2 pl-4 shadow-float print:hidden"
    >
      <p role="status" className="figures mr-2 text-14 font-medium max-sm:grow">
        {isAllMatching ? t('matchingSelected', { list, total: matching }) : t('selected', { list, count })}
      </p>
      {toggleMatching && (
        // One button for both, so that it keeps the focus.
        <Button variant="ghost" size="small" onClick={toggleMatching}>
          <span className="text-accent-text">
            {isAllMatching ? t('selectPage') : t('selectMatching', { total: matching })}
          </span>
        </Button>
      )}
      <div className="flex flex-wrap items-center gap-2 max-sm:order-last max-sm:w-full">{children}</div>
      <IconButton icon={X} label={t('clearSelection')} onClick={() => deselect()} />
    </section>
  )
}

function rowBoxes(box: HTMLElement | null): HTMLInputElement[] {
  return [...(box?.querySelectorAll<HTMLInputElement>('[data-select=row]') ?? [])]
}
