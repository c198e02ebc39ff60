'use client'

import { useTranslations } from 'use-intl/react'
import type { DigestPreference } from '@/server/digests/schema'
import { MutationSwitch } from '../mutation-switch'
import { trpc } from '../trpc'

export function DigestSwitch({ choice: { organizationId, name, isOn } }: { choice: DigestPreference }) {
  const t = useTranslations('digests')
  const onSwitch = async (on: boolean) => {
    await trpc.digests.switch.mutate({ organizationId, isOn: on })
    return { success: t(on ? 'switchedOn' : 'switchedOff', { name }) }
  }
  return <MutationSwitch label={t('switch', { name })} isOn={isOn} onSwitch={onSwitch} />
}
