'use client'

import { useTranslations } from 'use-intl/react'
import { clearRecentItems } from '../shell/clear-recent-items'
import { toast } from '../ui/overlays/toast'

export function useSignOut(): () => Promise<void> {
  const common = useTranslations('common')
  return async () => {
    if (!(await signOut())) return toast.error(common('unreachable'))
    clearRecentItems()
    // Full page load, so that the router's cache keeps nothing of the session.
    window.location.assign('/sign-in')
  }
}

/** Ends this browser's session. @returns false if the service could not be reached, so the session is still active. */
async function signOut(): Promise<boolean> {
  try {
    const { csrfToken } = (await (await fetch('/api/auth/csrf')).json()) as { csrfToken: string }
    const body = new URLSearchParams({ csrfToken, json: 'true' })
    return (await fetch('/api/auth/signout', { method: 'POST', body })).ok
  } catch {
    return false
  }
}
