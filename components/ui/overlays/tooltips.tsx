'use client'

import { useEffect, useRef, useState } from 'react'
import type { autoPosition as KeepBeside } from './auto-position'

const WAIT_MS = 350
const GRACE_MS = 120
const SIDES = ['top', 'right', 'bottom', 'left'] as const

type ActiveTooltip = { anchor: HTMLElement; text: string; keepBeside: typeof KeepBeside }

/**
 * Tooltips of all elements with `data-tip`, on hover and focus; `data-tip-side` sets the side. Rendered once, in the root layout, because
 * a page may have hundreds. Never the only place of information: touch and screen reader users rely on the accessible name.
 */
export function Tooltips() {
  const [active, setActive] = useState<ActiveTooltip | null>(null)
  const box = useRef<HTMLDivElement>(null)
  useHoverIntent(active, setActive, box)

  useEffect(() => {
    const floating = box.current
    if (!active || !floating) return undefined
    const side = SIDES.find((option) => option === active.anchor.dataset.tipSide) ?? 'top'
    const stop = active.keepBeside(active.anchor, floating, side, 6)
    floating.showPopover()
    return () => {
      stop()
      floating.hidePopover()
    }
  }, [active])

  return (
    <div
      ref={box}
      popover="manual"
      role="tooltip"
      style={{ opacity: 0 }}
      className="fixed inset-auto m-0 max-w-72 rounded-control border-0 bg-ink px-2 py-1 text-12 text-canvas open:animate-appear"
    >
      {active?.text}
    </div>
  )
}

function useHoverIntent(
  active: ActiveTooltip | null,
  show: (active: ActiveTooltip | null) => void,
  box: { current: HTMLElement | null },
): void {
  const isActive = useRef(false)
  useEffect(() => {
    isActive.current = active !== null
  }, [active])

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const delay = (waitMs: number, run: () => void) => {
      clearTimeout(timer)
      timer = setTimeout(run, waitMs)
    }
    const hide = () => {
      clearTimeout(timer)
      show(null)
    }
    function requestTooltip(target: EventTarget | null, waitMs: number) {
      const anchor = target instanceof Element ? target.closest<HTMLElement>('[data-tip]') : null
      if (!anchor) return
      const loading = import('./auto-position')
      delay(isActive.current ? 0 : waitMs, () => {
        loading.then(
          ({ autoPosition }) =>
            anchor.isConnected && show({ anchor, text: anchor.dataset.tip ?? '', keepBeside: autoPosition }),
          // Without the positioning code there is no tooltip; the element has its own accessible name.
          () => null,
        )
      })
    }
    function onPointerOver(event: PointerEvent) {
      if (event.pointerType === 'touch') return
      if (event.target instanceof Node && box.current?.contains(event.target)) clearTimeout(timer)
      else requestTooltip(event.target, WAIT_MS)
    }
    function onPointerOut(event: PointerEvent) {
      if (event.pointerType !== 'touch') delay(GRACE_MS, hide)
    }
    function onFocusIn({ target }: FocusEvent) {
      if (target instanceof Element && target.matches(':focus-visible')) requestTooltip(target, 0)
    }
    function onKeyDown(event: KeyboardEvent) {
      if (event.key === 'Escape') hide()
    }
    const controller = new AbortController()
    const options = { signal: controller.signal, passive: true, capture: true }
    document.addEventListener('pointerover', onPointerOver, options)
    document.addEventListener('pointerout', onPointerOut, options)
    document.addEventListener('pointerdown', hide, options)
    document.addEventListener('focusin', onFocusIn, options)
    document.addEventListener('focusout', hide, options)
    document.addEventListener('keydown', onKeyDown, options)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [show, box])
}
