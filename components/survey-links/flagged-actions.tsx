import { useTranslations } from 'use-intl/react'
import type { ResponseListFilter, ResponseSelection } from '@/server/responses/schema'
import { trpc } from '../trpc'
import { Button } from '../ui/controls/button'
import { useSelection } from '../ui/lists/selection'
import { ConfirmDialog } from '../ui/overlays/confirm-dialog'
import { useMutationAction } from '../use-mutation-action'

/** Accepts or deletes one flagged response, on its page. */
export function FlaggedResponseActions({ id }: { id: string }) {
  return <DecisionButtons selection={{ ids: [id] }} count={1} deletedHref="/responses?status=flagged" />
}

/** The same for the selected rows of the list. */
export function FlaggedBulkActions({ filter }: { filter: ResponseListFilter }) {
  const { ids, isAllMatching } = useSelection()
  return <DecisionButtons selection={isAllMatching ? { filter } : { ids: [...ids] }} count={ids.length} />
}

type ButtonsProps = { selection: ResponseSelection; count: number; deletedHref?: string }

function DecisionButtons({ selection, count, deletedHref }: ButtonsProps) {
  const t = useTranslations('sharing.flag')
  const { run, perform, pending } = useMutationAction()
  const decide = async (decision: 'accept' | 'delete') => {
    const { data } = await trpc.surveyLinks.decideFlagged.mutate({ selection, decision })
    return t(decision === 'accept' ? 'accepted' : 'deleted', { count: data.decided })
  }
  return (
    <>
      <Button size="small" pending={pending} onClick={() => run(async () => ({ success: await decide('accept') }))}>
        {t('accept')}
      </Button>
      <ConfirmDialog
        trigger={
          <Button size="small" pending={pending}>
            {t('delete')}
          </Button>
        }
        title={t('deleteTitle', { count })}
        action={t('delete')}
        onConfirm={async () => {
          await perform(async () => ({ success: await decide('delete'), href: deletedHref }))
        }}
      >
        <p>{t('deleteBody')}</p>
      </ConfirmDialog>
    </>
  )
}
