import { getT } from '@/components/i18n/server'
import type { BulkAction } from '@/server/bulk-actions/schema'
import type { ContactProperty } from '@/server/contact-properties/schema'
import { Badge, type Tone } from '../ui/content/badge'
import { Dash } from '../ui/content/definition-list'
import { Time } from '../ui/content/time'
import { DataTable } from '../ui/lists/data-table'
import { describeBulkAction } from './describe-bulk-action'

type Status = 'running' | 'done' | 'failed' | 'cancelled' | 'undone'

const TONES: Record<Status, Tone> = {
  running: 'accent',
  done: 'positive',
  failed: 'negative',
  cancelled: 'quiet',
  undone: 'quiet',
}

function toStatus({ status, undo }: BulkAction): Status {
  if (undo.state === 'done') return 'undone'
  return status in TONES ? (status as Status) : 'running'
}

type BulkActionListProps = { actions: readonly BulkAction[]; properties: readonly ContactProperty[] }

export async function BulkActionList({ actions, properties }: BulkActionListProps) {
  const t = await getT('bulkActions')
  const rows = await Promise.all(
    actions.map(async (action) => ({ ...action, title: await describeBulkAction(action, properties) })),
  )
  return (
    <DataTable
      caption={t('title')}
      rows={rows}
      rowKey={({ id }) => id}
      rowHref={({ id }) => `/contacts/actions/${id}`}
      columns={[
        { key: 'action', header: t('columns.action'), cell: ({ title }) => <bdi>{title}</bdi>, phoneSlot: 'title' },
        {
          key: 'contacts',
          header: t('columns.contacts'),
          align: 'right',
          cell: ({ processed, total }) => (
            <span className="figures">
              {processed < total ? t('progress', { done: processed, total }) : t('number', { count: total })}
            </span>
          ),
          phoneSlot: 'detail',
        },
        {
          key: 'status',
          header: t('columns.status'),
          cell: (action) => <Badge tone={TONES[toStatus(action)]}>{t(`statuses.${toStatus(action)}`)}</Badge>,
          phoneSlot: 'aside',
        },
        {
          key: 'when',
          header: t('columns.when'),
          cell: ({ createdAt }) => <Time value={createdAt} />,
          phoneSlot: 'end',
        },
        { key: 'by', header: t('columns.by'), cell: ({ createdBy }) => createdBy ?? <Dash />, hiddenBelow: 'lg' },
      ]}
    />
  )
}
