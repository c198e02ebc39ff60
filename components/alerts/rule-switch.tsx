'use client'

import { useTranslations } from 'use-intl/react'
import type { AlertRule } from '@/server/alerts/schema'
import { MutationSwitch } from '../mutation-switch'
import { trpc } from '../trpc'

export function RuleSwitch({ rule: { id, name, active } }: { rule: Pick<AlertRule, 'id' | 'name' | 'active'> }) {
  const t = useTranslations('alerts')
  const onSwitch = async (on: boolean) => {
    await trpc.alerts.switchRule.mutate({ id, active: on })
    return { success: t(on ? 'switchedOn' : 'switchedOff', { name }) }
  }
  return <MutationSwitch label={t('switch', { name })} isOn={active} onSwitch={onSwitch} />
}
