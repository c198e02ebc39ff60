'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import type { DigestChoice } from '@/server/digests/schema'
import { trpc, useToFailure } from '../trpc'
import { Checkbox } from '../ui/controls/checkbox'
import { toast } from '../ui/overlays/toast'

export type DigestSwitchProps = { choice: DigestChoice }

export function DigestSwitch({ choice: { organizationId, name, isOn } }: DigestSwitchProps) {
  const t = useTranslations('digests')
  const toFailure = useToFailure()
  const router = useRouter()
  const [wanted, setWanted] = useState<boolean | null>(null)

  const change = async (on: boolean) => {
    setWanted(on)
    try {
      await trpc.digests.switch.mutate({ organizationId, isOn: on })
      toast.success(t(on ? 'switchedOn' : 'switchedOff', { name }))
      router.refresh()
    } catch (error) {
      setWanted(null)
      toast.error(toFailure(error).summary)
    }
  }
  return (
    <span className="relative z-1 inline-flex">
      <Checkbox
        role="switch"
        aria-checked={wanted ?? isOn}
        aria-label={t('switch', { name })}
        checked={wanted ?? isOn}
        onChange={(on) => void change(on)}
      />
    </span>
  )
}
