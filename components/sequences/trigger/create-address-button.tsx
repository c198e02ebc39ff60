'use client'

import { Plus } from 'lucide-react'
import { useTranslations } from 'use-intl/react'
import { trpc } from '@/components/trpc'
import { Button } from '@/components/ui/controls/button'
import { useMutationAction } from '@/components/use-mutation-action'

export function CreateAddressButton({ sequenceId }: { sequenceId: string }) {
  const t = useTranslations('trigger')
  const { run, pending } = useMutationAction()
  const create = () =>
    run(async () => {
      await trpc.triggerAddresses.create.mutate({ sequenceId })
      return { success: t('created'), href: `/sequences/${sequenceId}/entry/trigger` }
    })
  return (
    <Button pending={pending} onClick={create}>
      <Plus size={16} aria-hidden />
      {t('create')}
    </Button>
  )
}
