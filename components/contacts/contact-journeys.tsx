import { getT } from '@/components/i18n/server'
import { Badge, type Tone } from '@/components/ui/badge'
import { DataTable } from '@/components/ui/data-table'
import { Dash } from '@/components/ui/definition-list'
import { Time } from '@/components/ui/time'
import type { SendingListItem, SendingStatus } from '@/server/sequences/schema'

const TONE: Record<SendingStatus, Tone> = {
  queued: 'quiet',
  running: 'accent',
  completed: 'positive',
  cancelled: 'neutral',
  failed: 'negative',
}

/** What this person was enrolled in; each leads to what was sent, what not, and why. */
export async function ContactJourneys({
  sendings,
  names,
}: {
  sendings: readonly SendingListItem[]
  names: ReadonlyMap<string, string>
}) {
  const t = await getT('contacts')
  if (sendings.length === 0) return <p className="text-14 text-ink-soft">{t('noJourneys')}</p>
  return (
    <DataTable
      caption={t('journeys')}
      rows={sendings}
      rowKey={(sending) => sending.id}
      rowHref={(sending) => `/sequences/${sending.sequenceId ?? 'none'}/sendings/${sending.id}`}
      columns={[
        {
          key: 'sequence',
          header: t('columns.sequence'),
          cell: (sending) => (sending.sequenceId && names.get(sending.sequenceId)) || t('singleSurvey'),
          className: 'w-2/5',
        },
        {
          key: 'status',
          header: t('columns.status'),
          cell: (sending) => <Badge tone={TONE[sending.status]}>{t(`sending.${sending.status}`)}</Badge>,
        },
        {
          key: 'last',
          header: t('columns.lastStep'),
          cell: (sending) => sending.lastStep?.reason?.text ?? sending.reason?.text ?? <Dash />,
          from: 'md',
          className: 'w-2/5',
        },
        {
          key: 'when',
          header: t('columns.enrolled'),
          cell: (sending) => <Time value={sending.createdAt} />,
          from: 'sm',
          className: 'min-w-32',
        },
      ]}
    />
  )
}
