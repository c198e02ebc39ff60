import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import type { attachStepDrag, StepDrag } from './step-drag'

/**
 * Drag and drop of the steps of a list.
 * @param attach undefined until its code has loaded.
 * @param order changes with the items of the list, and their branches.
 */
export function useStepDrag(
  list: RefObject<HTMLElement | null>,
  attach: typeof attachStepDrag | undefined,
  order: string,
  onDrop: (drag: StepDrag) => void,
): StepDrag | null {
  const [drag, setDrag] = useState<StepDrag | null>(null)
  const drop = useEffectEvent(onDrop)
  useEffect(
    () => (attach && list.current ? attach(list.current, setDrag, (end) => drop(end)) : undefined),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the list's items change with their order
    [attach, list, order],
  )
  return drag
}
