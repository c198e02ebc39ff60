import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'

/** A step under way: its index, and the place where it would be put (`data-place` of a row). */
export type StepDrag = { from: number; place: string }

/**
 * Lets the steps of a list be dragged by their handles (`data-drag-handle`, inside a `header` inside an item with `data-step`, its type), to
 * the rows with a `data-place`. Forks are put outside of branches only.
 * @returns a function that ends it.
 */
export function attachStepDrag(
  list: HTMLElement,
  onChange: (drag: StepDrag | null) => void,
  onDrop: (drag: StepDrag) => void,
): () => void {
  const items = [...list.querySelectorAll<HTMLElement>('[data-step]')]
  const rows = [...list.querySelectorAll<HTMLElement>('[data-place]')]
  const toDrag = (from: number, pointerY: number): StepDrag => {
    const open = rows.filter(({ dataset }) => items[from]?.dataset.step !== 'fork' || dataset.place?.endsWith(':'))
    const row = open.find((one) => middleOf(one) >= pointerY) ?? open.at(-1)
    return { from, place: row?.dataset.place ?? '' }
  }
  return combine(
    ...items.flatMap((item, index) => {
      const element = item.querySelector('header')
      const dragHandle = item.querySelector('[data-drag-handle]')
      if (!element || !dragHandle) return []
      return draggable({ element, dragHandle, getInitialData: () => ({ index }) })
    }),
    dropTargetForElements({
      element: list,
      onDrag: ({ source, location }) => onChange(toDrag(Number(source.data.index), location.current.input.clientY)),
      onDragLeave: () => onChange(null),
      onDrop: ({ source, location }) => {
        onChange(null)
        onDrop(toDrag(Number(source.data.index), location.current.input.clientY))
      },
    }),
  )
}

function middleOf(item: HTMLElement): number {
  const { top, height } = item.getBoundingClientRect()
  return top + height / 2
}
