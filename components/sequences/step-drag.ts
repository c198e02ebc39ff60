import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'

/** A step under way: its index, and the index of the step that it would be put before (their count for the end). */
export type StepDrag = { from: number; before: number }

/**
 * Lets the steps of a list be dragged by their handles (`data-drag-handle`, inside a `header` inside an item with `data-step`).
 * @returns a function that ends it.
 */
export function attachStepDrag(
  list: HTMLElement,
  onChange: (drag: StepDrag | null) => void,
  onDrop: (from: number, to: number) => void,
): () => void {
  const items = [...list.querySelectorAll<HTMLElement>('[data-step]')]
  const toDrag = (from: number, pointerY: number): StepDrag => ({
    from,
    before: items.filter((item) => middleOf(item) < pointerY).length,
  })
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
        const { from, before } = toDrag(Number(source.data.index), location.current.input.clientY)
        onChange(null)
        const to = before > from ? before - 1 : before
        if (to !== from) onDrop(from, to)
      },
    }),
  )
}

function middleOf(item: HTMLElement): number {
  const { top, height } = item.getBoundingClientRect()
  return top + height / 2
}
