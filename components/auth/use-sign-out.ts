'use client'

import { useTranslations } from 'use-intl/react'
import { forgetRecent } from '../shell/forget-recent'
import { toast } from '../ui/overlays/toast'
import { signOut } from './session'

/** Signs out, clears the recent items of the command menu and opens the sign-in page; shows an error if the service is unreachable. */
export function useSignOut(): () => Promise<void> {
  const common = useTranslations('common')
  return async () => {
    if (!(await signOut())) return toast.error(common('unreachable'))
    forgetRecent()
    // Full page load, so that the router's cache keeps nothing of the session.
    window.location.assign('/sign-in')
  }
}
