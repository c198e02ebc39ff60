'use client'

import { Archive, Pause, Play } from 'lucide-react'
import { useTranslations } from 'use-intl/react'
import { trpc } from '@/components/trpc'
import { Button } from '@/components/ui/controls/button'
import { ConfirmBulkActionButton } from '@/components/ui/lists/confirm-bulk-action-button'
import { useBulkAction } from '@/components/ui/lists/use-bulk-action'
import type { SequenceStatus } from '@/server/sequences/schema'

/** The action reads "Resume" if every selected sequence is paused. */
export function SequenceBulkActions({ pausedIds }: { pausedIds: readonly string[] }) {
  const t = useTranslations('lists.bulk')
  const { ids, run, pending } = useBulkAction()
  const count = ids.length
  const isResume = ids.every((id) => pausedIds.includes(id))
  const setStatus = (status: SequenceStatus) => async (id: string) => trpc.sequences.setStatus.mutate({ id, status })
  return (
    <>
      <Button
        size="small"
        pending={pending}
        onClick={() =>
          void run(setStatus('active'), (done) =>
            t(isResume ? 'sequencesResumed' : 'sequencesActivated', { count: done }),
          )
        }
      >
        <Play size={14} aria-hidden />
        {t(isResume ? 'resume' : 'activate')}
      </Button>
      <ConfirmBulkActionButton
        action={t('pause')}
        icon={<Pause size={14} aria-hidden />}
        tone="primary"
        title={t('pauseSequences', { count })}
        pending={pending}
        onConfirm={async () => run(setStatus('paused'), (done) => t('sequencesPaused', { count: done }))}
      >
        <p>{t('pauseSequencesBody')}</p>
      </ConfirmBulkActionButton>
      <ConfirmBulkActionButton
        action={t('archive')}
        icon={<Archive size={14} aria-hidden />}
        title={t('archiveSequences', { count })}
        pending={pending}
        onConfirm={async () => run(setStatus('archived'), (done) => t('sequencesArchived', { count: done }))}
      >
        <p>{t('archiveSequencesBody')}</p>
      </ConfirmBulkActionButton>
    </>
  )
}
