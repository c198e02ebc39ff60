'use client'

import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useRef } from 'react'
import { FormSkeleton, Skeleton, TextSkeleton } from './content/skeleton'
import { earlyTexts } from './early-texts'
import { fetchPatiently, firstSign } from './lazily'

const PLACES = {
  button: <Skeleton className="h-8 w-24 rounded-control pointer-coarse:h-10" />,
  smallButton: <Skeleton className="h-7 w-20 rounded-control pointer-coarse:h-9" />,
  icon: <Skeleton className="size-8 rounded-control pointer-coarse:size-10" />,
  smallIcon: <Skeleton className="ml-auto size-7 rounded-control pointer-coarse:size-9" />,
  part: <TextSkeleton lines={6} />,
  form: <FormSkeleton />,
  screen: (
    <div className="min-h-dvh">
      <TextSkeleton lines={6} />
    </div>
  ),
}

/**
 * Server-rendered component whose code loads on the first interaction (pointer, key or focus). Replays a click made before hydration;
 * `Form` keeps text typed before it.
 * `export const ContactForm = atFirstSign(() => import('./contact-form').then((module) => module.ContactForm), 'part')`
 *
 * @param place fallback on client-side navigation until the code has loaded: a button of its size, a part of the page, a form, or a full
 * screen, so that content below stays out of view. On a first visit the server renders the component itself, but streams large ones after
 * the fallback.
 */
export function atFirstSign<Props extends object>(
  fetchCode: () => Promise<ComponentType<Props>>,
  place: keyof typeof PLACES,
): ComponentType<Props> {
  const Part = lazy(async () => {
    if (typeof document === 'undefined') return { default: await fetchCode() }
    await firstSign
    return { default: await fetchPatiently(fetchCode) }
  })
  return function AtFirstSign(props: Props) {
    const { box, awake } = usePressedEarly()
    return (
      <div ref={box} className="contents">
        <Suspense fallback={PLACES[place]}>
          <Part {...props} />
          <Awake tell={awake} />
        </Suspense>
      </div>
    )
  }
}

/** Replays a click made before hydration. */
function usePressedEarly() {
  const box = useRef<HTMLDivElement>(null)
  const isAwake = useRef(false)
  const pressed = useRef<HTMLElement | null>(null)

  useEffect(() => {
    function press(event: MouseEvent) {
      const { target } = event
      if (isAwake.current || !(target instanceof Element) || !box.current?.contains(target)) return
      const control = target.closest<HTMLElement>('button, [role=switch]')
      if (!control) return
      event.preventDefault()
      event.stopPropagation()
      pressed.current = control
    }
    function type({ target }: Event) {
      if (!isAwake.current && target instanceof HTMLTextAreaElement) earlyTexts.set(target, target.value)
    }
    for (const text of box.current?.querySelectorAll('textarea') ?? [])
      if (text.value !== text.defaultValue) earlyTexts.set(text, text.value)
    document.addEventListener('click', press, { capture: true })
    document.addEventListener('input', type, { capture: true })
    return () => {
      document.removeEventListener('click', press, { capture: true })
      document.removeEventListener('input', type, { capture: true })
    }
  }, [])

  function awake() {
    isAwake.current = true
    if (pressed.current?.isConnected) pressed.current.click()
    pressed.current = null
  }
  return { box, awake }
}

function Awake({ tell }: { tell: () => void }): ReactNode {
  const told = useRef(false)
  useEffect(() => {
    if (told.current) return
    told.current = true
    tell()
  }, [tell])
  return null
}
