'use client'

import { type ReactNode, useState } from 'react'
import { reloadWithoutPrompt } from '../session/reload-without-prompt'
import { trpc, useParseCallError } from '../trpc'
import { Button } from '../ui/controls/button'
import { toast } from '../ui/overlays/toast'

type SwitchOrganizationButtonProps = { organizationId: string; children: ReactNode }

export function SwitchOrganizationButton({ organizationId, children }: SwitchOrganizationButtonProps) {
  const toFailure = useParseCallError()
  const [pending, setPending] = useState(false)

  async function switchOrganization() {
    setPending(true)
    try {
      await trpc.account.switchOrganization.mutate({ organizationId })
      // Full page load, so that nothing of the previous organization stays.
      reloadWithoutPrompt()
    } catch (error) {
      toast.error(toFailure(error).summary)
      setPending(false)
    }
  }

  return (
    <Button variant="primary" pending={pending} onClick={() => void switchOrganization()}>
      {children}
    </Button>
  )
}
