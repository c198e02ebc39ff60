import type { ReactNode } from 'react'
import { ClientMessages } from '@/components/i18n/client-messages'
import { getT } from '@/components/i18n/server'
import { Badge } from '@/components/ui/content/badge'
import { PageHeader } from '@/components/ui/content/page'
import { LinkTabs } from '@/components/ui/controls/link-tabs'
import type { SequenceDetail, SequenceWarnings } from '@/server/sequences/schema'
import { SequenceActions } from './sequence-actions'
import type { SendingCounts } from './sequence-list'
import { SequenceWarning } from './sequence-warning'
import { SEQUENCE_STATUS_TONES } from './status-tones'

export type SequenceHeaderProps = {
  sequence: SequenceDetail
  counts: SendingCounts
  warnings: SequenceWarnings
  action?: ReactNode
}

export async function SequenceHeader({ sequence, counts, warnings, action }: SequenceHeaderProps) {
  const t = await getT('sequences')
  const total = counts.reduce((sum, { count }) => sum + count, 0)
  return (
    <>
      <PageHeader
        title={sequence.name}
        description={sequence.description}
        badge={<Badge tone={SEQUENCE_STATUS_TONES[sequence.status]}>{t(`status.${sequence.status}`)}</Badge>}
        back={{ href: '/sequences', label: t('title') }}
        actions={
          <>
            <ClientMessages namespaces={['sequences']}>
              <SequenceActions
                id={sequence.id}
                name={sequence.name}
                status={sequence.status}
                activeSendings={countActiveSendings(counts)}
              />
            </ClientMessages>
            {action}
          </>
        }
      />
      <LinkTabs
        label={t('tabs.label')}
        tabs={[
          { href: `/sequences/${sequence.id}`, label: t('tabs.steps'), count: sequence.steps.length },
          { href: `/sequences/${sequence.id}/sendings`, label: t('tabs.people'), count: total },
        ]}
      />
      <SequenceWarning id={sequence.id} status={sequence.status} warnings={warnings} />
    </>
  )
}

export function countActiveSendings(counts: SendingCounts): number {
  return counts
    .filter(({ status }) => status === 'queued' || status === 'running')
    .reduce((sum, { count }) => sum + count, 0)
}
