import type { ReactNode } from 'react'
import { getT } from '@/components/i18n/server'
import { Badge } from '@/components/ui/content/badge'
import { DefinitionList } from '@/components/ui/content/definition-list'
import { Time } from '@/components/ui/content/time'
import type { TriggerAddress } from '@/server/sequences/trigger-addresses/schema'

/** @property shown the address itself, and who may show it */
type TriggerFactsProps = { address: TriggerAddress; shown?: ReactNode }

export async function TriggerFacts({ address, shown }: TriggerFactsProps) {
  const t = await getT('trigger')
  const { isActive, hasPrevious, previousUsedAt, lastRequestAt, enteredLately, failedLately } = address
  return (
    <DefinitionList
      items={[
        ...(shown ? [{ label: t('facts.address'), value: shown }] : []),
        {
          label: t('facts.state'),
          value: <Badge tone={isActive ? 'positive' : 'quiet'}>{t(isActive ? 'on' : 'off')}</Badge>,
        },
        ...(hasPrevious
          ? [
              {
                label: t('facts.old'),
                value:
                  previousUsedAt === null ? (
                    t('oldUnused')
                  ) : (
                    <>
                      {t('oldUsed')} <Time value={previousUsedAt} />
                    </>
                  ),
              },
            ]
          : []),
        { label: t('facts.last'), value: lastRequestAt === null ? t('never') : <Time value={lastRequestAt} /> },
        { label: t('facts.entered'), value: t('enteredLately', { count: enteredLately }) },
        ...(failedLately > 0 ? [{ label: t('facts.failed'), value: t('failedLately', { count: failedLately }) }] : []),
      ]}
    />
  )
}
