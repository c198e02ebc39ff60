import { autoUpdate, computePosition, flip, offset, type Placement, shift, size } from '@floating-ui/dom'

const MARGIN_PX = 8

/**
 * Positions a floating element beside its anchor: on the given side or where there is room, never larger than the viewport.
 * @returns cleanup function.
 */
export function autoPosition(anchor: Element, floating: HTMLElement, placement: Placement, gapPx: number): () => void {
  return autoUpdate(anchor, floating, () => void position(anchor, floating, placement, gapPx))
}

async function position(anchor: Element, floating: HTMLElement, placement: Placement, gapPx: number): Promise<void> {
  // Measure at full height: a limited one would never flip back.
  const { scrollTop } = floating
  floating.style.maxHeight = ''
  const { x, y } = await computePosition(anchor, floating, {
    strategy: 'fixed',
    placement,
    middleware: [
      offset(gapPx),
      flip({ padding: MARGIN_PX }),
      shift({ padding: MARGIN_PX }),
      size({
        padding: MARGIN_PX,
        apply({ availableHeight }) {
          floating.style.maxHeight = `${availableHeight}px`
        },
      }),
    ],
  })
  Object.assign(floating.style, { left: `${x}px`, top: `${y}px`, opacity: '1' })
  floating.scrollTop = scrollTop
}
