import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { useParseCallError } from '@/components/trpc'
import { toast } from '../overlays/toast'
import { useSelection } from './selection'

const MAX_CONCURRENT = 10

/**
 * Runs an action for each selected row: `run((id) => trpc.surveys.delete.mutate({ id }), (count) => t('deletedMany', { count }))`.
 * Deselects the rows that succeeded; failed ones stay selected, and a toast reports their number and the first error.
 */
export function useBulkAction() {
  const t = useTranslations('lists')
  const router = useRouter()
  const toFailure = useParseCallError()
  const { ids, deselect } = useSelection()
  const [pending, setPending] = useState(false)

  async function run(
    action: (id: string) => Promise<unknown>,
    successMessage: (count: number) => string,
  ): Promise<void> {
    setPending(true)
    const succeeded: string[] = []
    const failures: unknown[] = []
    for (let from = 0; from < ids.length; from += MAX_CONCURRENT) {
      const batch = ids.slice(from, from + MAX_CONCURRENT)
      const results = await Promise.allSettled(batch.map(async (id) => action(id)))
      for (const [index, result] of results.entries())
        if (result.status === 'fulfilled') succeeded.push(batch[index] ?? '')
        else failures.push(result.reason)
    }
    setPending(false)
    if (succeeded.length > 0) toast.success(successMessage(succeeded.length))
    if (failures.length > 0)
      toast.error(t('someFailed', { count: failures.length, reason: toFailure(failures[0]).summary }))
    deselect(succeeded)
    router.refresh()
  }
  return { ids, run, pending }
}
