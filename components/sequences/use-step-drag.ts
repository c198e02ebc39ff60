import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { useLazyModule } from '@/components/ui/use-lazy-module'
import type { StepDrag } from './step-drag'

/**
 * Drag and drop of the steps of a list. Its code loads when the pointer first enters the list.
 * @param stepIds in order, to follow changes of the list.
 */
export function useStepDrag(
  list: RefObject<HTMLElement | null>,
  stepIds: readonly string[],
  onDrop: (from: number, to: number) => void,
) {
  const { code, preload } = useLazyModule(async () => import('./step-drag'))
  const [drag, setDrag] = useState<StepDrag | null>(null)
  const drop = useEffectEvent(onDrop)
  const order = stepIds.join(' ')
  useEffect(
    () => (code && list.current ? code.attachStepDrag(list.current, setDrag, (from, to) => drop(from, to)) : undefined),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the list's items change with their order
    [code, list, order],
  )
  return { drag, preload }
}
