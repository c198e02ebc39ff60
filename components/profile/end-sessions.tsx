'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { trpc, useToFailure } from '../trpc'
import { Button } from '../ui/controls/button'
import { ConfirmDialog } from '../ui/overlays/confirm-dialog'
import { toast } from '../ui/overlays/toast'

/** Signs one browser out. */
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

/** Signs every other browser out. */
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
