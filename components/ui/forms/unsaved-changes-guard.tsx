import { useRouter } from 'next/navigation'
import { useContext, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { Button } from '../controls/button'
import { CloseGuardContext, Dialog } from '../overlays/dialog'

export type UnsavedChangesGuardProps = {
  active: boolean
  texts?: { title: string; body: string; leave: string; stay: string }
}

/**
 * Prompts before the page is left while `active`: by internal links, Back and Forward, closing the tab or reloading. Inside a dialog,
 * also before the dialog closes.
 */
export function UnsavedChangesGuard({ active, texts }: UnsavedChangesGuardProps) {
  const t = useTranslations('common.form')
  const router = useRouter()
  const [pendingExit, setPendingExit] = useState<{ href: string } | { key: string } | 'dialog' | null>(null)

  const isConfirmed = useRef(false)

  useEffect(() => {
    if (!active) return undefined
    const onBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    function onLinkClick(event: MouseEvent) {
      const href = internalHref(event)
      if (href === null) return
      event.preventDefault()
      event.stopPropagation()
      setPendingExit({ href })
    }
    // Back and Forward within the app; the browser prompts for other navigations.
    function onNavigate(event: NavigateEvent) {
      if (isConfirmed.current) return
      if (event.navigationType !== 'traverse' || !event.cancelable || !event.destination.sameDocument) return
      if (new URL(event.destination.url).pathname === location.pathname) return
      event.preventDefault()
      setPendingExit({ key: event.destination.key })
    }
    const listening = new AbortController()
    const { signal } = listening
    window.addEventListener('beforeunload', onBeforeUnload, { signal })
    window.navigation?.addEventListener('navigate', onNavigate, { signal })
    // Capture phase: before React and the router handle the click.
    document.addEventListener('click', onLinkClick, { capture: true, signal })
    return () => listening.abort()
  }, [active])

  const dialog = useContext(CloseGuardContext)
  const registerGuard = dialog?.register
  useEffect(() => (active ? registerGuard?.(() => setPendingExit('dialog')) : undefined), [active, registerGuard])

  function leave() {
    if (pendingExit === null) return
    isConfirmed.current = true
    if (pendingExit === 'dialog') dialog?.close()
    else if ('href' in pendingExit) router.push(pendingExit.href)
    else window.navigation?.traverseTo(pendingExit.key)
  }

  const prompt = texts ?? {
    title: t(dialog ? 'discardTitle' : 'leaveTitle'),
    body: t(dialog ? 'discardBody' : 'leaveBody'),
    leave: t(dialog ? 'discard' : 'leave'),
    stay: t(dialog ? 'goOn' : 'stay'),
  }
  return (
    <Dialog
      open={pendingExit !== null}
      onOpenChange={(open) => !open && setPendingExit(null)}
      title={prompt.title}
      description={prompt.body}
      size="small"
      footer={
        <>
          <Button onClick={leave}>{prompt.leave}</Button>
          <Button variant="primary" onClick={() => setPendingExit(null)}>
            {prompt.stay}
          </Button>
        </>
      }
    />
  )
}

/** Internal target of a plain click that leaves this page; null otherwise. */
function internalHref(event: MouseEvent): string | null {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link || link.target === '_blank' || link.hasAttribute('download')) return null
  const to = new URL(link.href, location.href)
  if (to.origin !== location.origin || to.pathname === location.pathname) return null
  return to.pathname + to.search + to.hash
}
