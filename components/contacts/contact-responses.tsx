import { getT } from '@/components/i18n/server'
import { ResponseScoreAndStatusBadges } from '@/components/responses/score-badge'
import { Dash } from '@/components/ui/content/definition-list'
import { Time } from '@/components/ui/content/time'
import { DataTable } from '@/components/ui/lists/data-table'
import type { ResponseTableRow } from '@/server/responses/schema'

export async function ContactResponses({ responses }: { responses: readonly ResponseTableRow[] }) {
  const t = await getT('contacts')
  if (responses.length === 0) return <p className="text-14 text-ink-soft">{t('noResponses')}</p>
  return (
    <DataTable
      caption={t('responses')}
      rows={responses}
      rowKey={(response) => response.id}
      rowHref={(response) => `/responses/${response.id}`}
      columns={[
        {
          key: 'survey',
          header: t('columns.survey'),
          cell: (response) => response.survey.name,
          className: 'w-2/5 sm:min-w-36',
          grow: true,
          phoneSlot: 'title',
        },
        {
          key: 'score',
          header: t('columns.score'),
          cell: (response) => <ResponseScoreAndStatusBadges response={response} />,
          phoneSlot: 'aside',
        },
        {
          key: 'comment',
          header: t('columns.comment'),
          cell: (response) => response.comment ?? <Dash />,
          hiddenBelow: 'md',
          className: 'w-2/5 sm:min-w-36',
          grow: true,
          phoneSlot: 'words',
        },
        {
          key: 'when',
          header: t('columns.answered'),
          cell: (response) => <Time value={response.createdAt} brief />,
          className: 'sm:min-w-32',
          phoneSlot: 'when',
        },
      ]}
    />
  )
}
