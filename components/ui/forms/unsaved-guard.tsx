'use client'

import { useRouter } from 'next/navigation'
import { useContext, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { Button } from '../controls/button'
import { Dialog, DialogKeeping } from '../overlays/dialog'

export type UnsavedGuardProps = {
  active: boolean
  words?: { title: string; body: string; leave: string; stay: string }
}

/**
 * Prompts before the page is left while `active`: by internal links, Back and Forward, closing the tab or reloading. In a dialog also
 * before that closes.
 */
export function UnsavedGuard({ active, words }: UnsavedGuardProps) {
  const t = useTranslations('common.form')
  const router = useRouter()
  const [leavingTo, setLeavingTo] = useState<Leaving | null>(null)

  const free = useRef(false)

  useEffect(() => {
    if (!active) return undefined
    const closing = (event: BeforeUnloadEvent) => event.preventDefault()
    function following(event: MouseEvent) {
      const href = internalHref(event)
      if (href === null) return
      event.preventDefault()
      event.stopPropagation()
      setLeavingTo({ href })
    }
    // Back and Forward within the app; the browser prompts for other navigations.
    function goingBack(event: NavigateEvent) {
      if (free.current) return
      if (event.navigationType !== 'traverse' || !event.cancelable || !event.destination.sameDocument) return
      if (new URL(event.destination.url).pathname === location.pathname) return
      event.preventDefault()
      setLeavingTo({ key: event.destination.key })
    }
    window.addEventListener('beforeunload', closing)
    window.navigation?.addEventListener('navigate', goingBack)
    // Capture phase: before React and the router handle the click.
    document.addEventListener('click', following, { capture: true })
    return () => {
      window.removeEventListener('beforeunload', closing)
      window.navigation?.removeEventListener('navigate', goingBack)
      document.removeEventListener('click', following, { capture: true })
    }
  }, [active])

  const dialog = useContext(DialogKeeping)
  const keep = dialog?.keep
  useEffect(() => (active ? keep?.(() => setLeavingTo('dialog')) : undefined), [active, keep])

  function leave() {
    if (leavingTo === null) return
    free.current = true
    if (leavingTo === 'dialog') dialog?.close()
    else if ('href' in leavingTo) router.push(leavingTo.href)
    else window.navigation?.traverseTo(leavingTo.key)
  }

  const said = words ?? {
    title: t(dialog ? 'discardTitle' : 'leaveTitle'),
    body: t(dialog ? 'discardBody' : 'leaveBody'),
    leave: t(dialog ? 'discard' : 'leave'),
    stay: t(dialog ? 'goOn' : 'stay'),
  }
  return (
    <Dialog
      open={leavingTo !== null}
      onOpenChange={(open) => !open && setLeavingTo(null)}
      title={said.title}
      description={said.body}
      size="small"
      footer={
        <>
          <Button onClick={leave}>{said.leave}</Button>
          <Button variant="primary" onClick={() => setLeavingTo(null)}>
            {said.stay}
          </Button>
        </>
      }
    />
  )
}

type Leaving = { href: string } | { key: string } | 'dialog'

/** Internal target of a plain click that leaves this page; null otherwise. */
function internalHref(event: MouseEvent): string | null {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link || link.target === '_blank' || link.hasAttribute('download')) return null
  const to = new URL(link.href, location.href)
  if (to.origin !== location.origin || to.pathname === location.pathname) return null
  return to.pathname + to.search + to.hash
}
