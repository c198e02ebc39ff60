import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { trpc, useToFailure } from '../trpc'
import { toast } from '../ui/overlays/toast'

export type Changes = Omit<Parameters<typeof trpc.responses.bulk.mutate>[0], 'ids'>

/** Changes the cases of these responses and says what came of it. */
export function useChangeMany() {
  const t = useTranslations('cases.bulk')
  const router = useRouter()
  const toFailure = useToFailure()
  const [pending, setPending] = useState(false)

  async function change(ids: readonly string[], changes: () => Promise<Changes>): Promise<void> {
    setPending(true)
    try {
      const { data } = await trpc.responses.bulk.mutate({ ids: [...ids], ...(await changes()) })
      toast.success(t('changed', { count: data.changed }))
    } catch (error) {
      toast.error(toFailure(error).summary)
    }
    setPending(false)
    router.refresh()
  }
  return { change, pending }
}
