'use client'

import type { ReactNode } from 'react'
import { trpc } from '../trpc'
import { Button } from '../ui/controls/button'
import { useMutationAction } from '../use-mutation-action'

export function OpenOrganizationButton({ organizationId, children }: { organizationId: string; children: ReactNode }) {
  const { run, pending } = useMutationAction()
  const open = async () => {
    await trpc.account.switchOrganization.mutate({ organizationId })
    return { href: '/' }
  }
  return (
    <Button pending={pending} onClick={() => run(open)}>
      {children}
    </Button>
  )
}
