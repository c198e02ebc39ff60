'use client'

import { type ReactNode, useState } from 'react'
import { reloadPage } from '../session/reload-page'
import { trpc, useToFailure } from '../trpc'
import { Button } from '../ui/controls/button'
import { toast } from '../ui/overlays/toast'

/** Looks at another organization from now on, and opens the same address there. */
export function SwitchHere({ organizationId, children }: { organizationId: string; children: ReactNode }) {
  const toFailure = useToFailure()
  const [pending, setPending] = useState(false)

  async function change() {
    setPending(true)
    try {
      await trpc.account.switchOrganization.mutate({ organizationId })
      // The whole page: nothing of the organization before is to be left on it.
      reloadPage()
    } catch (error) {
      toast.error(toFailure(error).summary)
      setPending(false)
    }
  }

  return (
    <Button variant="primary" pending={pending} onClick={() => void change()}>
      {children}
    </Button>
  )
}
