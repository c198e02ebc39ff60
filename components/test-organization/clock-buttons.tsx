'use client'

import { useId } from 'react'
import { useTranslations } from 'use-intl/react'
import { CLOCK_STEPS } from '@/server/test-organizations/constants'
import { trpc } from '../trpc'
import { Button } from '../ui/controls/button'
import { useMutationAction } from '../use-mutation-action'

export function ClockButtons({ isNothingDue }: { isNothingDue: boolean }) {
  const t = useTranslations('testOrganization')
  const { run, pending } = useMutationAction()
  const id = useId()
  const advance = (by: (typeof CLOCK_STEPS)[number]) =>
    run(async () => {
      await trpc.testOrganizations.advance.mutate({ by })
      return {}
    })
  return (
    <div role="group" aria-labelledby={id} className="mt-1.5 flex flex-wrap items-center gap-x-2 gap-y-1.5">
      <span id={id}>{t('move')}</span>
      {CLOCK_STEPS.map((by) => (
        <Button key={by} size="small" disabled={pending || (by === 'next' && isNothingDue)} onClick={() => advance(by)}>
          {t(`by.${by}`)}
        </Button>
      ))}
    </div>
  )
}
