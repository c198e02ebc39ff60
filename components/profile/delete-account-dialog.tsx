'use client'

import { useTranslations } from 'use-intl/react'
import { trpc } from '../trpc'
import { Button } from '../ui/controls/button'
import { Dialog } from '../ui/overlays/dialog'
import { PasswordConfirmForm } from './password-confirm-form'

export function DeleteAccountDialog({ hasPassword }: { hasPassword: boolean }) {
  const t = useTranslations('profile.leave')
  const remove = async (current: string) => {
    await trpc.account.requestDeletion.mutate({ current })
    window.location.assign('/sign-in')
  }
  return (
    <Dialog trigger={<Button variant="danger">{t('action')}</Button>} size="small" title={t('ask')}>
      <PasswordConfirmForm hasPassword={hasPassword} action={t('action')} isDangerous onConfirm={remove}>
        <p className="text-ink-soft">{t('body')}</p>
      </PasswordConfirmForm>
    </Dialog>
  )
}
