'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import type { DigestPreference } from '@/server/digests/schema'
import { trpc } from '../trpc'
import { Checkbox } from '../ui/controls/checkbox'
import { useMutationAction } from '../use-mutation-action'

export type DigestSwitchProps = { choice: DigestPreference }

export function DigestSwitch({ choice: { organizationId, name, isOn } }: DigestSwitchProps) {
  const t = useTranslations('digests')
  const { run } = useMutationAction()
  const [optimisticOn, setOptimisticOn] = useState<boolean | null>(null)

  const change = (on: boolean) => {
    setOptimisticOn(on)
    run(
      async () => {
        await trpc.digests.switch.mutate({ organizationId, isOn: on })
        return { success: t(on ? 'switchedOn' : 'switchedOff', { name }) }
      },
      () => setOptimisticOn(null),
    )
  }
  return (
    <span className="relative z-1 inline-flex">
      <Checkbox
        role="switch"
        aria-checked={optimisticOn ?? isOn}
        aria-label={t('switch', { name })}
        checked={optimisticOn ?? isOn}
        onChange={change}
      />
    </span>
  )
}
