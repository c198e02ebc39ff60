import { getT } from '@/components/i18n/server'
import { Time } from '@/components/ui/content/time'
import { DataTable } from '@/components/ui/lists/data-table'
import type { TriggerRequest } from '@/server/sequences/trigger-addresses/schema'
import { OutcomeBadge } from './outcome-badge'

export async function RequestTable({ path, requests }: { path: string; requests: readonly TriggerRequest[] }) {
  const t = await getT('trigger')
  return (
    <DataTable
      caption={t('logTitle')}
      rows={requests}
      rowKey={({ id }) => id}
      rowHref={({ id }) => `${path}/${id}`}
      columns={[
        {
          key: 'person',
          header: t('columns.person'),
          cell: ({ contactName }) => contactName ?? <span className="text-ink-faint">{t('noPerson')}</span>,
          phoneSlot: 'title',
        },
        {
          key: 'outcome',
          header: t('columns.outcome'),
          cell: ({ outcome, details }) => (
            <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
              <OutcomeBadge outcome={outcome} />
              {details[0] && <span className="truncate text-13 text-ink-faint">{details[0].message}</span>}
            </span>
          ),
          grow: true,
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
  )
}
