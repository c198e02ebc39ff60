import { ClientMessages } from '@/components/i18n/client-messages'
import { getT } from '@/components/i18n/server'
import { Badge } from '@/components/ui/content/badge'
import { Time } from '@/components/ui/content/time'
import { DataTable } from '@/components/ui/lists/data-table'
import type { EntryCandidate } from '@/server/sequences/entry/schema'

type CandidateTableProps = { caption: string; sequenceId: string; candidates: readonly EntryCandidate[] }

export async function CandidateTable({ caption, sequenceId, candidates }: CandidateTableProps) {
  const t = await getT('entry')
  return (
    <ClientMessages namespaces={['sequences']}>
      <DataTable
        caption={caption}
        rows={candidates}
        rowKey={({ id }) => id}
        rowHref={({ contactId, sendingId }) =>
          sendingId === null ? `/contacts/${contactId}` : `/sequences/${sequenceId}/sendings/${sendingId}`
        }
        columns={[
          {
            key: 'person',
            header: t('columns.person'),
            cell: ({ contactName }) => contactName ?? t('outcomes.gone'),
            grow: true,
            phoneSlot: 'title',
          },
          {
            key: 'outcome',
            header: t('columns.outcome'),
            cell: ({ outcome }) => (
              <Badge tone={outcome === 'entered' ? 'positive' : 'neutral'}>
                {t(`outcomes.${outcome ?? 'waiting'}`)}
              </Badge>
            ),
            phoneSlot: 'detail',
          },
          {
            key: 'when',
            header: t('columns.when'),
            cell: ({ createdAt }) => <Time value={createdAt} />,
            phoneSlot: 'end',
          },
        ]}
      />
    </ClientMessages>
  )
}
