import { getT } from '@/components/i18n/server'
import { Badge } from '@/components/ui/content/badge'
import { Time } from '@/components/ui/content/time'
import { DataTable } from '@/components/ui/lists/data-table'
import type { SendingStatus, Sequence } from '@/server/sequences/schema'
import { SEQUENCE_TONE } from './tones'

export type Counts = readonly { sequenceId: string; status: SendingStatus; count: number }[]

/** The sequences, with how many people are in each. */
export async function SequenceTable({ sequences, counts }: { sequences: readonly Sequence[]; counts: Counts }) {
  const t = await getT('sequences')
  const sumCounts = (sequence: Sequence, ...statuses: SendingStatus[]) =>
    counts
      .filter(
        ({ sequenceId, status }) => sequenceId === sequence.id && (statuses.length === 0 || statuses.includes(status)),
      )
      .reduce((sum, { count }) => sum + count, 0)
  return (
    <DataTable
      caption={t('title')}
      rows={sequences}
      rowKey={(sequence) => sequence.id}
      rowHref={(sequence) => `/sequences/${sequence.id}`}
      columns={[
        { key: 'name', header: t('columns.name'), cell: (sequence) => sequence.name, grow: true },
        {
          key: 'status',
          header: t('columns.status'),
          cell: (sequence) => <Badge tone={SEQUENCE_TONE[sequence.status]}>{t(`status.${sequence.status}`)}</Badge>,
        },
        {
          key: 'underWay',
          header: t('columns.underWay'),
          align: 'right',
          from: 'sm',
          cell: (sequence) => sumCounts(sequence, 'queued', 'running'),
        },
        {
          key: 'total',
          header: t('columns.total'),
          align: 'right',
          from: 'sm',
          cell: (sequence) => sumCounts(sequence),
        },
        {
          key: 'created',
          header: t('columns.created'),
          from: 'md',
          cell: (sequence) => <Time value={sequence.createdAt} />,
        },
      ]}
    />
  )
}
