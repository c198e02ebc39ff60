'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import type { SharedResults } from '@/server/shared-results/schema'
import { trpc } from '../trpc'
import { Button } from '../ui/controls/button'
import { ConfirmDialog } from '../ui/overlays/confirm-dialog'
import { useMutationAction } from '../use-mutation-action'

export function RevokeSharedResults({ shared: { id, surveyId, title } }: { shared: SharedResults }) {
  const t = useTranslations('sharedResults.list')
  const { perform } = useMutationAction()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button size="small" aria-label={`${t('revoke')}: ${title}`} onClick={() => setOpen(true)}>
        {t('revoke')}
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={t('revokeTitle', { title })}
        action={t('revoke')}
        onConfirm={async () => {
          await perform(async () => {
            await trpc.sharedResults.revoke.mutate({ id: surveyId, sharedId: id })
            return { success: t('revoked', { title }) }
          })
        }}
      >
        <p>{t('revokeBody')}</p>
      </ConfirmDialog>
    </>
  )
}
