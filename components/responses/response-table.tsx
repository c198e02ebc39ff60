import { getT } from '@/components/i18n/server'
import { Badge } from '@/components/ui/content/badge'
import { Dash } from '@/components/ui/content/definition-list'
import { Time } from '@/components/ui/content/time'
import { DataTable } from '@/components/ui/lists/data-table'
import type { ResponseRow } from '@/server/responses/schema'
import { ScoreBadge } from './score-badge'

/** Answers as a list: who, how they scored, what they wrote. */
export async function ResponseTable({ responses }: { responses: readonly ResponseRow[] }) {
  const t = await getT('responses')
  return (
    <DataTable
      caption={t('title')}
      rows={responses}
      rowKey={(response) => response.id}
      rowHref={(response) => `/responses/${response.id}`}
      columns={[
        {
          key: 'contact',
          header: t('columns.contact'),
          cell: (response) => (
            <>
              {response.contact?.name ?? t('deletedContact')}
              {/* Where there is no room for a column of its own. */}
              <span className="block truncate text-13 font-normal text-ink-soft sm:hidden">{response.comment}</span>
            </>
          ),
        },
        {
          key: 'score',
          header: t('columns.score'),
          cell: (response) =>
            response.status === 'partial' ? <Badge>{t('unsubmitted')}</Badge> : <ScoreBadge response={response} />,
        },
        {
          key: 'comment',
          header: t('columns.comment'),
          grow: true,
          from: 'sm',
          cell: (response) => response.comment ?? <Dash />,
        },
        {
          key: 'survey',
          header: t('columns.survey'),
          from: 'lg',
          cell: (response) => <span className="text-ink-soft">{response.survey.name}</span>,
        },
        { key: 'when', header: t('columns.when'), from: 'md', cell: (response) => <Time value={response.createdAt} /> },
      ]}
    />
  )
}
