'use client'

import { Archive, ArchiveRestore, Trash2 } from 'lucide-react'
import { useTranslations } from 'use-intl/react'
import { trpc } from '@/components/trpc'
import { Button } from '@/components/ui/controls/button'
import { ConfirmBulkActionButton } from '@/components/ui/lists/confirm-bulk-action-button'
import { useBulkAction } from '@/components/ui/lists/use-bulk-action'
import type { SurveyStatus } from '@/server/surveys/schema'

export function SurveyBulkActions() {
  const t = useTranslations('lists.bulk')
  const { ids, run, pending } = useBulkAction()
  const count = ids.length
  const setStatus = (status: SurveyStatus) => async (id: string) => trpc.surveys.update.mutate({ id, status })
  return (
    <>
      <ConfirmBulkActionButton
        action={t('archive')}
        icon={<Archive size={14} aria-hidden />}
        tone="primary"
        title={t('archiveSurveys', { count })}
        pending={pending}
        onConfirm={async () => run(setStatus('archived'), (done) => t('surveysArchived', { count: done }))}
      >
        <p>{t('archiveSurveysBody')}</p>
      </ConfirmBulkActionButton>
      <Button
        size="small"
        pending={pending}
        onClick={() => void run(setStatus('active'), (done) => t('surveysRestored', { count: done }))}
      >
        <ArchiveRestore size={14} aria-hidden />
        {t('restore')}
      </Button>
      <ConfirmBulkActionButton
        action={t('delete')}
        icon={<Trash2 size={14} aria-hidden />}
        title={t('deleteSurveys', { count })}
        pending={pending}
        onConfirm={async () =>
          run(
            async (id) => trpc.surveys.delete.mutate({ id }),
            (done) => t('surveysDeleted', { count: done }),
          )
        }
      >
        <p>{t('deleteSurveysBody')}</p>
      </ConfirmBulkActionButton>
    </>
  )
}
