import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { useToFailure } from '@/components/trpc'
import { toast } from '../overlays/toast'
import { useSelected } from './use-selected'

const AT_ONCE = 10

/**
 * Runs an action for each selected row: `run((id) => trpc.surveys.delete.mutate({ id }), (count) => t('deletedMany', { count }))`.
 * Deselects the rows that succeeded. Failed ones stay selected; reports their number and the first error.
 */
export function useBulk() {
  const t = useTranslations('lists')
  const router = useRouter()
  const toFailure = useToFailure()
  const { ids, deselect } = useSelected()
  const [pending, setPending] = useState(false)

  async function run(call: (id: string) => Promise<unknown>, say: (count: number) => string): Promise<void> {
    setPending(true)
    const done: string[] = []
    const failures: unknown[] = []
    for (let from = 0; from < ids.length; from += AT_ONCE) {
      const some = ids.slice(from, from + AT_ONCE)
      const results = await Promise.allSettled(some.map(async (id) => call(id)))
      for (const [at, result] of results.entries())
        if (result.status === 'fulfilled') done.push(some[at] ?? '')
        else failures.push(result.reason)
    }
    setPending(false)
    if (done.length > 0) toast.success(say(done.length))
    if (failures.length > 0)
      toast.error(t('someFailed', { count: failures.length, reason: toFailure(failures[0]).summary }))
    deselect(done)
    router.refresh()
  }
  return { ids, run, pending }
}
