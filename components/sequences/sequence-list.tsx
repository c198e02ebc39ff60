import { getT } from '@/components/i18n/server'
import { Badge } from '@/components/ui/content/badge'
import { Time } from '@/components/ui/content/time'
import { FilterableList, type FilterableListBaseProps } from '@/components/ui/lists/filterable-list'
import type { SequenceRate } from '@/server/sequences/results/schema'
import type { Sequence } from '@/server/sequences/schema'
import { AnsweredRateCell } from './results/answered-rate-cell'
import { type SendingCounts, sumSendingCounts } from './sending-counts'
import { SequenceBulkActions } from './sequence-bulk-actions'
import { SEQUENCE_STATUS_TONES } from './status-tones'

type SequenceListProps = FilterableListBaseProps & {
  sequences: readonly Sequence[]
  counts: SendingCounts
  rates: readonly SequenceRate[]
}

export async function SequenceList({ sequences, counts, rates, ...frame }: SequenceListProps) {
  const [t, tResults] = await Promise.all([getT('sequences'), getT('sequenceResults')])
  const findRate = ({ id }: Sequence) => rates.find(({ sequenceId }) => sequenceId === id)?.rate
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
      rowHref={(sequence) => `/sequences/${sequence.id}${listCounts(sequence).length > 0 ? '/results' : ''}`}
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
          phoneSlot: 'end',
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
          key: 'rate',
          header: tResults('column.rate'),
          align: 'right',
          phoneSlot: 'detail',
          className: 'max-sm:text-left',
          cell: (sequence) => <AnsweredRateCell rate={findRate(sequence)} />,
        },
        {
          key: 'created',
          header: t('columns.created'),
          hiddenBelow: 'md',
          sort: { by: 'created', kind: 'time' },
          cell: (sequence) => <Time value={sequence.createdAt} />,
        },
      ]}
    />
  )
}
