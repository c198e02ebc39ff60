'use client'

import { useEffect, useRef, useState } from 'react'
import type { keepBeside as KeepBeside } from './place'

const WAIT_MS = 350
const GRACE_MS = 120
const SIDES = ['top', 'right', 'bottom', 'left'] as const

type Shown = { about: HTMLElement; words: string; keepBeside: typeof KeepBeside }

/**
 * Tooltips for elements with `data-tip`, on hover and focus; `data-tip-side` sets the side. Rendered once, in the root layout, so that a
 * page may have hundreds. Never the only place of essential information: touch and screen reader users rely on the name.
 */
export function Tooltips() {
  const [shown, setShown] = useState<Shown | null>(null)
  const box = useRef<HTMLDivElement>(null)
  useIntent(shown, setShown, box)

  useEffect(() => {
    const floating = box.current
    if (!shown || !floating) return undefined
    const side = SIDES.find((known) => known === shown.about.dataset.tipSide) ?? 'top'
    const stop = shown.keepBeside(shown.about, floating, side, 6)
    floating.showPopover()
    return () => {
      stop()
      floating.hidePopover()
    }
  }, [shown])

  return (
    <div
      ref={box}
      popover="manual"
      role="tooltip"
      style={{ opacity: 0 }}
      className="fixed inset-auto m-0 max-w-72 rounded-control border-0 bg-ink px-2 py-1 text-12 text-canvas open:animate-appear"
    >
      {shown?.words}
    </div>
  )
}

function useIntent(
  shown: Shown | null,
  show: (shown: Shown | null) => void,
  box: { current: HTMLElement | null },
): void {
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = shown !== null
  }, [shown])

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const later = (waitMs: number, run: () => void) => {
      clearTimeout(timer)
      timer = setTimeout(run, waitMs)
    }
    const hide = () => {
      clearTimeout(timer)
      show(null)
    }
    function want(target: EventTarget | null, waitMs: number) {
      const about = target instanceof Element ? target.closest<HTMLElement>('[data-tip]') : null
      if (!about) return
      const loading = import('./place')
      later(isShown.current ? 0 : waitMs, () => {
        loading.then(
          ({ keepBeside }) => about.isConnected && show({ about, words: about.dataset.tip ?? '', keepBeside }),
          // Without the positioning code there is no tooltip; the element has its own accessible name.
          () => null,
        )
      })
    }
    function point(event: PointerEvent) {
      if (event.pointerType === 'touch') return
      if (event.target instanceof Node && box.current?.contains(event.target)) clearTimeout(timer)
      else want(event.target, WAIT_MS)
    }
    function leave(event: PointerEvent) {
      if (event.pointerType !== 'touch') later(GRACE_MS, hide)
    }
    function focus({ target }: FocusEvent) {
      if (target instanceof Element && target.matches(':focus-visible')) want(target, 0)
    }
    function press(event: KeyboardEvent) {
      if (event.key === 'Escape') hide()
    }
    const stopping = new AbortController()
    const passively = { signal: stopping.signal, passive: true, capture: true }
    document.addEventListener('pointerover', point, passively)
    document.addEventListener('pointerout', leave, passively)
    document.addEventListener('pointerdown', hide, passively)
    document.addEventListener('focusin', focus, passively)
    document.addEventListener('focusout', hide, passively)
    document.addEventListener('keydown', press, passively)
    return () => {
      clearTimeout(timer)
      stopping.abort()
    }
  }, [show, box])
}
