'use client'

import { useTranslations } from 'use-intl/react'
import { clearRecentItems } from '../shell/clear-recent-items'
import { toast } from '../ui/overlays/toast'
import { signOut } from './sign-out'

export function useSignOut(): () => Promise<void> {
  const common = useTranslations('common')
  return async () => {
    if (!(await signOut())) return toast.error(common('unreachable'))
    clearRecentItems()
    // Full page load, so that the router's cache keeps nothing of the session.
    window.location.assign('/sign-in')
  }
}
