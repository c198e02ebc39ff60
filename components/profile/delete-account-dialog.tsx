'use client'

import { useTranslations } from 'use-intl/react'
import { trpc } from '../trpc'
import { Button } from '../ui/controls/button'
import { Dialog } from '../ui/overlays/dialog'
import { ConfirmForm } from './password-confirm-form'

export function DeleteAccount({ hasPassword }: { hasPassword: boolean }) {
  const t = useTranslations('profile.leave')
  const remove = async (current: string) => {
    await trpc.account.askForDeletion.mutate({ current })
    window.location.assign('/sign-in')
  }
  return (
    <Dialog trigger={<Button variant="danger">{t('action')}</Button>} size="small" title={t('ask')}>
      <ConfirmForm hasPassword={hasPassword} action={t('action')} isDangerous onConfirm={remove}>
        <p className="text-ink-soft">{t('body')}</p>
      </ConfirmForm>
    </Dialog>
  )
}
