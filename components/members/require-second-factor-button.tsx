'use client'

import { useTranslations } from 'use-intl/react'
import { trpc } from '../trpc'
import { Button } from '../ui/controls/button'
import { ConfirmDialog } from '../ui/overlays/confirm-dialog'
import { useMutationAction } from '../use-mutation-action'

export type AskForSecondFactorProps = { asks: boolean; missing: number }

export function AskForSecondFactor({ asks, missing }: AskForSecondFactorProps) {
  const t = useTranslations('members.secondFactor')
  const { perform, run, pending } = useMutationAction()

  const saveRequirement = (next: boolean) => async () => {
    await trpc.members.askForSecondFactor.mutate({ asks: next })
    return { success: next ? t('nowAsked') : t('nowOpen') }
  }

  if (asks)
    return (
      <Button pending={pending} onClick={() => run(saveRequirement(false))}>
        {t('leaveOpen')}
      </Button>
    )
  return (
    <ConfirmDialog
      trigger={<Button>{t('ask')}</Button>}
      title={t('askTitle')}
      action={t('ask')}
      onConfirm={() => perform(saveRequirement(true))}
    >
      <p>{t('askBody', { count: missing })}</p>
    </ConfirmDialog>
  )
}
