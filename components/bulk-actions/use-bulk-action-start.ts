import { useRouter } from 'next/navigation'
import { useTranslations } from 'use-intl/react'
import type { BulkAction, BulkActionParameters, ContactSelection } from '@/server/bulk-actions/schema'
import { trpc } from '../trpc'
import { useSelection } from '../ui/lists/selection'
import { toast } from '../ui/overlays/toast'
import { useMutationAction } from '../use-mutation-action'

/** Starts an action, and reports what it came to, or that it is in progress. @throws if it is refused */
export function useBulkActionStart(selection: ContactSelection) {
  const t = useTranslations('bulkActions')
  const router = useRouter()
  const { deselect } = useSelection()
  const { perform } = useMutationAction()

  async function start(action: BulkActionParameters): Promise<void> {
    const { data } =
      action.type === 'erase'
        ? await trpc.bulkActions.erase.mutate({ selection })
        : await trpc.bulkActions.start.mutate({ action, selection })
    await perform(async () => report(action, data))
    if (data.status !== 'done' || !KEEPS_SELECTION.has(action.type)) deselect()
  }

  function report(action: BulkActionParameters, { id, status, total, changed, skipped, error, undo }: Started) {
    const open = { label: t('details'), onClick: () => router.push(`/contacts/actions/${id}`) }
    if (status === 'failed') toast.error(error ?? t('page.failedTitle'))
    if (status === 'running') toast.success(t('started', { count: total }), open)
    if (status !== 'done') return {}
    const done = t(`done.${action.type}`, { count: changed })
    const skippedCount = skipped.reduce((sum, { count }) => sum + count, 0)
    if (skippedCount > 0) {
      toast.success(t('doneSkipped', { done, count: skippedCount }), open)
      return {}
    }
    return {
      success: done,
      ...(undo.state === 'possible' ? { undo: () => trpc.bulkActions.undo.mutate({ id }) } : {}),
    }
  }

  return start
}

type Started = Pick<BulkAction, 'id' | 'status' | 'total' | 'changed' | 'skipped' | 'error' | 'undo'>

/** Further changes of the same contacts are likely. */
const KEEPS_SELECTION: ReadonlySet<string> = new Set([
  'addTags',
  'removeTags',
  'setLocation',
  'setCompany',
  'setProperty',
  'setLanguage',
])
