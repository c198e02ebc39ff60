'use client'

import { useTranslations } from 'use-intl/react'
import { MutationButton } from '../../mutation-button'
import { trpc } from '../../trpc'

type RestoreVersionButtonProps = { surveyId: string; number: number }

export function RestoreVersionButton({ surveyId, number }: RestoreVersionButtonProps) {
  const t = useTranslations('surveyVersions')
  const restore = async () => {
    await trpc.surveys.restoreVersion.mutate({ id: surveyId, number })
    return { success: t('restored', { number }), href: `/surveys/${surveyId}` }
  }
  return (
    <MutationButton variant="primary" action={restore}>
      {t('restore')}
    </MutationButton>
  )
}
