'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import type { AlertRule } from '@/server/alerts/schema'
import { trpc } from '../trpc'
import { Checkbox } from '../ui/controls/checkbox'
import { useMutationAction } from '../use-mutation-action'

export type RuleSwitchProps = { rule: Pick<AlertRule, 'id' | 'name' | 'active'> }

export function RuleSwitch({ rule: { id, name, active } }: RuleSwitchProps) {
  const t = useTranslations('alerts')
  const { run } = useMutationAction()
  const [wanted, setWanted] = useState<boolean | null>(null)

  const change = (on: boolean) => {
    setWanted(on)
    run(
      async () => {
        await trpc.alerts.switchRule.mutate({ id, active: on })
        return { success: t(on ? 'switchedOn' : 'switchedOff', { name }) }
      },
      () => setWanted(null),
    )
  }
  return (
    <span className="relative z-1 inline-flex">
      <Checkbox
        role="switch"
        aria-checked={wanted ?? active}
        aria-label={t('switch', { name })}
        checked={wanted ?? active}
        onChange={change}
      />
    </span>
  )
}
