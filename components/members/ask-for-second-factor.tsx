'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { trpc, useToFailure } from '../trpc'
import { Button } from '../ui/controls/button'
import { ConfirmDialog } from '../ui/overlays/confirm-dialog'
import { toast } from '../ui/overlays/toast'

export function AskForSecondFactor({ asks, missing }: { asks: boolean; missing: number }) {
  const t = useTranslations('members.secondFactor')
  const toFailure = useToFailure()
  const router = useRouter()
  const [pending, setPending] = useState(false)

  const set = async (next: boolean) => {
    await trpc.members.askForSecondFactor.mutate({ asks: next })
    toast.success(next ? t('nowAsked') : t('nowOpen'))
    router.refresh()
  }
  const leaveOpen = async () => {
    setPending(true)
    try {
      await set(false)
    } catch (error) {
      toast.error(toFailure(error).summary)
    } finally {
      setPending(false)
    }
  }

  if (asks)
    return (
      <Button pending={pending} onClick={() => void leaveOpen()}>
        {t('leaveOpen')}
      </Button>
    )
  return (
    <ConfirmDialog
      trigger={<Button>{t('ask')}</Button>}
      title={t('askTitle')}
      action={t('ask')}
      onConfirm={() => set(true)}
    >
      <p>{t('askBody', { count: missing })}</p>
    </ConfirmDialog>
  )
}
