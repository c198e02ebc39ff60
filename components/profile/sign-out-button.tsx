'use client'

import { useTranslations } from 'use-intl/react'
import { useSignOut } from '../auth/use-sign-out'
import { Button } from '../ui/controls/button'

export function SignOutButton() {
  const t = useTranslations('profile.heldBack')
  const signOut = useSignOut()
  return <Button onClick={() => void signOut()}>{t('signOut')}</Button>
}
