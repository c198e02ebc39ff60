'use client'

import { useTranslations } from 'use-intl/react'
import { forgetRecent } from '../shell/forget-recent'
import { toast } from '../ui/overlays/toast'
import { signOut } from './session'

/** Ends this browser's session and what it remembers of the menu, and goes to the sign-in page; says so where it could not. */
export function useSignOut(): () => Promise<void> {
  const common = useTranslations('common')
  return async () => {
    if (!(await signOut())) return toast.error(common('unreachable'))
    forgetRecent()
    // The whole page anew: nothing of the session stays in what the router keeps.
    window.location.assign('/sign-in')
  }
}
