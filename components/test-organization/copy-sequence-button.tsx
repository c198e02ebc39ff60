'use client'

import { useTranslations } from 'use-intl/react'
import type { Counterpart } from '@/server/test-organizations/schema'
import { trpc } from '../trpc'
import { Button } from '../ui/controls/button'
import { useMutationAction } from '../use-mutation-action'

/** Opens the copy, in the other organization. */
export function CopySequenceButton({ sequenceId, target }: { sequenceId: string; target: Counterpart }) {
  const t = useTranslations('testOrganization.copy')
  const { run, pending } = useMutationAction()
  const copy = async () => {
    const { data } = await trpc.testOrganizations.copySequence.mutate({ id: sequenceId })
    await trpc.account.switchOrganization.mutate({ organizationId: data.organizationId })
    return { href: `/sequences/${data.sequenceId}` }
  }
  return (
    <Button pending={pending} onClick={() => run(copy)}>
      {t('action', { name: target.name })}
    </Button>
  )
}
