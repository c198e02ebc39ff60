'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { useSignOut } from '../auth/use-sign-out'
import { trpc, useToFailure } from '../trpc'
import { Button } from '../ui/controls/button'
import { ConfirmDialog } from '../ui/overlays/confirm-dialog'
import { toast } from '../ui/overlays/toast'

export function EndSession({ id }: { id: string }) {
  const t = useTranslations('profile.sessions')
  const toFailure = useToFailure()
  const router = useRouter()
  const [pending, setPending] = useState(false)

  const end = async () => {
    setPending(true)
    try {
      await trpc.account.endSession.mutate({ id })
      toast.success(t('ended'))
      router.refresh()
    } catch (error) {
      toast.error(toFailure(error).summary)
    } finally {
      setPending(false)
    }
  }

  return (
    <Button size="small" pending={pending} onClick={() => void end()}>
      {t('end')}
    </Button>
  )
}

export function EndOtherSessions({ count }: { count: number }) {
  const t = useTranslations('profile.sessions')
  const router = useRouter()

  const end = async () => {
    const { data } = await trpc.account.endOtherSessions.mutate()
    toast.success(t('othersEnded', { count: data.ended }))
    router.refresh()
  }

  return (
    <ConfirmDialog
      trigger={<Button>{t('endOthers')}</Button>}
      title={t('endOthersTitle')}
      action={t('endOthers')}
      onConfirm={end}
    >
      <p>{t('endOthersBody', { count })}</p>
    </ConfirmDialog>
  )
}

/** Signs out all browsers, this one last, so that a failure can be retried from here. */
export function EndAllSessions() {
  const t = useTranslations('profile.sessions')
  const signOut = useSignOut()

  const end = async () => {
    await trpc.account.endOtherSessions.mutate()
    await signOut()
  }

  return (
    <ConfirmDialog
      trigger={<Button>{t('endAll')}</Button>}
      title={t('endAllTitle')}
      action={t('endAll')}
      onConfirm={end}
    >
      <p>{t('endAllBody')}</p>
    </ConfirmDialog>
  )
}
