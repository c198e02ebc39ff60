'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { trpc, useToFailure } from '../trpc'
import { Button } from '../ui/controls/button'
import { toast } from '../ui/overlays/toast'

export function SwitchButton({
  organizationId,
  name,
  label,
}: {
  organizationId: string
  name: string
  label?: string
}) {
  const t = useTranslations('profile.organizations')
  const toFailure = useToFailure()
  const router = useRouter()
  const [pending, setPending] = useState(false)

  const change = async () => {
    setPending(true)
    try {
      await trpc.account.switchOrganization.mutate({ organizationId })
      router.push('/')
      router.refresh()
    } catch (error) {
      toast.error(toFailure(error).summary)
      setPending(false)
    }
  }

  return (
    <Button size="small" pending={pending} aria-label={t('openNamed', { name })} onClick={() => void change()}>
      {label ?? t('open')}
    </Button>
  )
}
