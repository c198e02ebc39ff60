'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import type { AlertRule } from '@/server/alerts/schema'
import { trpc, useToFailure } from '../trpc'
import { Checkbox } from '../ui/controls/checkbox'
import { toast } from '../ui/overlays/toast'

export type RuleSwitchProps = { rule: Pick<AlertRule, 'id' | 'name' | 'active'> }

export function RuleSwitch({ rule: { id, name, active } }: RuleSwitchProps) {
  const t = useTranslations('alerts')
  const toFailure = useToFailure()
  const router = useRouter()
  const [wanted, setWanted] = useState<boolean | null>(null)

  const change = async (on: boolean) => {
    setWanted(on)
    try {
      await trpc.alerts.switchRule.mutate({ id, active: on })
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
        aria-checked={wanted ?? active}
        aria-label={t('switch', { name })}
        checked={wanted ?? active}
        onChange={(on) => void change(on)}
      />
    </span>
  )
}
