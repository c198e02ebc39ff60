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
  const [optimisticActive, setOptimisticActive] = useState<boolean | null>(null)

  const change = (on: boolean) => {
    setOptimisticActive(on)
    run(
      async () => {
        await trpc.alerts.switchRule.mutate({ id, active: on })
        return { success: t(on ? 'switchedOn' : 'switchedOff', { name }) }
      },
      () => setOptimisticActive(null),
    )
  }
  return (
    <span className="relative z-1 inline-flex">
      <Checkbox
        role="switch"
        aria-checked={optimisticActive ?? active}
        aria-label={t('switch', { name })}
        checked={optimisticActive ?? active}
        onChange={change}
      />
    </span>
  )
}
