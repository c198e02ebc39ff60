'use client'

import { useRouter } from 'next/navigation'
import { useTranslations } from 'use-intl/react'
import { useToFailure } from '@/components/trpc'
import { toast } from './toast'

/** Shows a message with a temporary undo action: `sayWithUndo(t('archived'), restore)`. Only for fully reversible changes. */
export function useSayWithUndo(): (done: string, takeBack: () => Promise<unknown>) => void {
  const t = useTranslations('common.undo')
  const toFailure = useToFailure()
  const router = useRouter()

  async function undo(takeBack: () => Promise<unknown>) {
    try {
      await takeBack()
      toast.success(t('done'))
      router.refresh()
    } catch (error) {
      toast.error(toFailure(error).summary)
    }
  }
  return (done, takeBack) => toast.success(done, { label: t('action'), onClick: () => void undo(takeBack) })
}
