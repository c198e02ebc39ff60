'use client'

import { useTranslations } from 'use-intl/react'
import { trpc } from '../trpc'
import { Button } from '../ui/controls/button'
import { ConfirmDialog } from '../ui/overlays/confirm-dialog'
import { useMutationAction } from '../use-mutation-action'

type SecondFactorRequirementButtonProps = { isRequired: boolean; membersWithout: number }

export function SecondFactorRequirementButton({ isRequired, membersWithout }: SecondFactorRequirementButtonProps) {
  const t = useTranslations('members.secondFactor')
  const { perform, run, pending } = useMutationAction()

  const saveRequirement = (next: boolean) => async () => {
    await trpc.members.setTwoFactorRule.mutate({ asks: next })
    return { success: next ? t('nowAsked') : t('nowOpen') }
  }

  if (isRequired)
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
      <p>{t('askBody', { count: membersWithout })}</p>
    </ConfirmDialog>
  )
}
