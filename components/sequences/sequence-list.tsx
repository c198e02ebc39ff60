import { getT } from '@/components/i18n/server'
import { Badge } from '@/components/ui/content/badge'
import { Time } from '@/components/ui/content/time'
import { FilterableList, type FilterableListBaseProps } from '@/components/ui/lists/filterable-list'
import type { Sequence } from '@/server/sequences/schema'
import { type SendingCounts, sumSendingCounts } from './sending-counts'
import { SequenceBulkActions } from './sequence-bulk-actions'
import { SEQUENCE_STATUS_TONES } from './status-tones'

type SequenceListProps = FilterableListBaseProps & { sequences: readonly Sequence[]; counts: SendingCounts }

export async function SequenceList({ sequences, counts, ...frame }: SequenceListProps) {
  const t = await getT('sequences')
  const listCounts = ({ id }: Sequence) => counts.filter(({ sequenceId }) => sequenceId === id)
  return (
    <FilterableList
      name="sequences"
      {...frame}
      bulkActions={
        <SequenceBulkActions pausedIds={sequences.filter(({ status }) => status === 'paused').map(({ id }) => id)} />
      }
      rowName={({ name }) => name}
      caption={t('title')}
      rows={sequences}
      rowKey={(sequence) => sequence.id}
      rowHref={(sequence) => `/sequences/${sequence.id}`}
      columns={[
        {
          key: 'name',
          header: t('columns.name'),
          grow: true,
          phoneSlot: 'title',
          sort: { by: 'name', kind: 'text' },
          cell: (sequence) => sequence.name,
        },
        {
          key: 'status',
          header: t('columns.status'),
          phoneSlot: 'aside',
          cell: (sequence) => (
            <Badge tone={SEQUENCE_STATUS_TONES[sequence.status]}>{t(`status.${sequence.status}`)}</Badge>
          ),
        },
        {
          key: 'underWay',
          header: t('columns.underWay'),
          align: 'right',
          phoneSlot: 'detail',
          cell: (sequence) => {
            const count = sumSendingCounts(listCounts(sequence), 'queued', 'running')
            return (
              <>
                <span className="sm:hidden">{t('columns.underWayCount', { count })}</span>
                <span className="max-sm:hidden">{count}</span>
              </>
            )
          },
        },
        {
          key: 'total',
          header: t('columns.total'),
          align: 'right',
          hiddenBelow: 'sm',
          cell: (sequence) => sumSendingCounts(listCounts(sequence)),
        },
        {
          key: 'created',
          header: t('columns.created'),
          hiddenBelow: 'md',
          phoneSlot: 'end',
          sort: { by: 'created', kind: 'time' },
          cell: (sequence) => <Time value={sequence.createdAt} />,
        },
      ]}
    />
  )
}
