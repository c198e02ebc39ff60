'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { trpc, useToFailure } from '../trpc'
import { Button } from '../ui/controls/button'
import { Dialog } from '../ui/overlays/dialog'
import { toast } from '../ui/overlays/toast'
import { ConfirmForm } from './factor-form'

/** Requests account deletion after a password check; afterwards only canceling it is possible. */
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

/** Cancels the account deletion. */
export function KeepAccount() {
  const t = useTranslations('profile.leave')
  const toFailure = useToFailure()
  const router = useRouter()
  const [pending, setPending] = useState(false)
  const keep = async () => {
    setPending(true)
    try {
      await trpc.account.keep.mutate()
      toast.success(t('kept'))
      router.refresh()
    } catch (error) {
      toast.error(toFailure(error).summary)
    } finally {
      setPending(false)
    }
  }
  return (
    <Button variant="primary" pending={pending} onClick={() => void keep()}>
      {t('keep')}
    </Button>
  )
}
