'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { trpc, useToFailure } from '../trpc'
import { Button } from '../ui/controls/button'
import { toast } from '../ui/overlays/toast'

export function JoinButton({ invitationId, organization }: { invitationId: string; organization: string }) {
  const t = useTranslations('profile.noOrganization')
  const toFailure = useToFailure()
  const router = useRouter()
  const [pending, setPending] = useState(false)

  const join = async () => {
    setPending(true)
    try {
      await trpc.account.acceptInvitation.mutate({ id: invitationId })
      toast.success(t('joined', { organization }))
      router.push('/')
    } catch (error) {
      toast.error(toFailure(error).summary)
      setPending(false)
    }
    // Revoked or used meanwhile: refresh the list.
    router.refresh()
  }

  return (
    <Button
      size="small"
      variant="primary"
      pending={pending}
      aria-label={t('joinNamed', { organization })}
      onClick={() => void join()}
    >
      {t('join')}
    </Button>
  )
}
