import { useTranslations } from 'use-intl/react'
import type { ResponseSelection } from '@/server/responses/schema'
import { trpc } from '../trpc'
import { useMutationAction } from '../use-mutation-action'

export type BulkCaseChanges = Omit<Parameters<typeof trpc.responses.bulk.mutate>[0], 'selection'>

export function useBulkCaseUpdate() {
  const t = useTranslations('cases.bulk')
  const { run, pending } = useMutationAction()

  const change = (selection: ResponseSelection, changes: () => Promise<BulkCaseChanges>) =>
    run(async () => {
      const { data } = await trpc.responses.bulk.mutate({ selection, ...(await changes()) })
      const { cases, tagged } = data
      const undo = async () => trpc.responses.undoBulk.mutate({ cases, tagged })
      return { success: t('changed', { count: data.changed }), undo: data.changed > 0 ? undo : undefined }
    })
  return { change, pending }
}
