'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { Button } from '../controls/button'
import { Dialog } from '../overlays/dialog'

/** Asks before the page is left while `active`: by a link inside the product, by closing the tab, by a reload. */
export function UnsavedGuard({ active }: { active: boolean }) {
  const t = useTranslations('common.form')
  const router = useRouter()
  const [leavingTo, setLeavingTo] = useState<string | null>(null)

  useEffect(() => {
    if (!active) return undefined
    const closing = (event: BeforeUnloadEvent) => event.preventDefault()
    function following(event: MouseEvent) {
      const href = internalHref(event)
      if (href === null) return
      event.preventDefault()
      event.stopPropagation()
      setLeavingTo(href)
    }
    window.addEventListener('beforeunload', closing)
    // Before React sees the click, and with it the router.
    document.addEventListener('click', following, { capture: true })
    return () => {
      window.removeEventListener('beforeunload', closing)
      document.removeEventListener('click', following, { capture: true })
    }
  }, [active])

  return (
    <Dialog
      open={leavingTo !== null}
      onOpenChange={(open) => !open && setLeavingTo(null)}
      title={t('leaveTitle')}
      description={t('leaveBody')}
      size="small"
      footer={
        <>
          <Button onClick={() => leavingTo !== null && router.push(leavingTo)}>{t('leave')}</Button>
          <Button variant="primary" onClick={() => setLeavingTo(null)}>
            {t('stay')}
          </Button>
        </>
      }
    />
  )
}

/** Where a plain click on a link of ours would lead, away from this page; null for every other click. */
function internalHref(event: MouseEvent): string | null {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link || link.target === '_blank' || link.hasAttribute('download')) return null
  const to = new URL(link.href, location.href)
  if (to.origin !== location.origin || to.pathname === location.pathname) return null
  return to.pathname + to.search + to.hash
}
