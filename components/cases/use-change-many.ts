import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { trpc, useToFailure } from '../trpc'
import { toast } from '../ui/overlays/toast'
import { useSayWithUndo } from '../ui/overlays/use-undo'

export type Changes = Omit<Parameters<typeof trpc.responses.bulk.mutate>[0], 'ids'>

/** Updates or tags the cases of these responses, shows the result and offers to undo it. */
export function useChangeMany() {
  const t = useTranslations('cases.bulk')
  const router = useRouter()
  const toFailure = useToFailure()
  const sayWithUndo = useSayWithUndo()
  const [pending, setPending] = useState(false)

  async function change(ids: readonly string[], changes: () => Promise<Changes>): Promise<void> {
    setPending(true)
    try {
      const { data } = await trpc.responses.bulk.mutate({ ids: [...ids], ...(await changes()) })
      const done = t('changed', { count: data.changed })
      const { cases, tagged } = data
      if (data.changed > 0) sayWithUndo(done, async () => trpc.responses.takeBack.mutate({ cases, tagged }))
      else toast.success(done)
    } catch (error) {
      toast.error(toFailure(error).summary)
    }
    setPending(false)
    router.refresh()
  }
  return { change, pending }
}
