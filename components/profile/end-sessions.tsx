'use client'

import { useTranslations } from 'use-intl/react'
import { useSignOut } from '../auth/use-sign-out'
import { MutationButton } from '../mutation-button'
import { trpc } from '../trpc'
import { Button } from '../ui/controls/button'
import { ConfirmDialog } from '../ui/overlays/confirm-dialog'
import { useMutationAction } from '../use-mutation-action'

export function EndSessionButton({ id }: { id: string }) {
  const t = useTranslations('profile.sessions')
  const end = async () => {
    await trpc.account.endSession.mutate({ id })
    return { success: t('ended') }
  }
  return (
    <MutationButton size="small" action={end}>
      {t('end')}
    </MutationButton>
  )
}

export function EndOtherSessionsDialog({ count }: { count: number }) {
  const t = useTranslations('profile.sessions')
  const { perform } = useMutationAction()

  const end = async () =>
    perform(async () => {
      const { data } = await trpc.account.endOtherSessions.mutate()
      return { success: t('othersEnded', { count: data.ended }) }
    })

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
export function EndAllSessionsDialog() {
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
