'use client'

import { useTranslations } from 'use-intl/react'
import { trpc } from '../trpc'
import { Button } from '../ui/controls/button'
import { useMutationAction } from '../use-mutation-action'

export function SendDigestPreviewButton({ isEmailStoredInOutbox }: { isEmailStoredInOutbox: boolean }) {
  const t = useTranslations('digests')
  const { run, pending } = useMutationAction()

  const send = () =>
    run(async () => {
      const { data } = await trpc.digests.sendPreview.mutate()
      return { success: isEmailStoredInOutbox ? t('previewKept') : t('previewSent', data) }
    })
  return (
    <Button pending={pending} onClick={send}>
      {t('preview')}
    </Button>
  )
}
