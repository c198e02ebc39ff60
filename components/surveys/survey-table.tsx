import { formatNumber } from '@/components/format'
import { getLocale, getT } from '@/components/i18n/server'
import { formatScore } from '@/components/responses/score'
import { Badge } from '@/components/ui/badge'
import { DataTable } from '@/components/ui/data-table'
import { Dash } from '@/components/ui/definition-list'
import { Time } from '@/components/ui/time'
import type { SurveyRow } from '@/server/responses/schema'
import { isMetric } from '@/server/surveys/schema'

/** Surveys with how they do. */
export async function SurveyTable({ surveys }: { surveys: readonly SurveyRow[] }) {
  const [t, locale] = await Promise.all([getT('surveys'), getLocale()])
  const scoreOf = ({ type, score }: SurveyRow) =>
    isMetric(type) && score?.value != null ? formatScore(type, score.value, locale) : null
  return (
    <DataTable
      caption={t('title')}
      rows={surveys}
      rowKey={(survey) => survey.id}
      rowHref={(survey) => `/surveys/${survey.id}`}
      columns={[
        {
          key: 'name',
          header: t('columns.name'),
          grow: true,
          cell: (survey) => (
            <span className="inline-flex max-w-full items-center gap-2">
              <span className="truncate">{survey.name}</span>
              {survey.status === 'archived' && <Badge>{t('statuses.archived')}</Badge>}
            </span>
          ),
        },
        { key: 'type', header: t('columns.type'), cell: (survey) => t(`types.${survey.type}`) },
        {
          key: 'score',
          header: t('columns.score'),
          align: 'right',
          cell: (survey) => <span className="figures font-medium">{scoreOf(survey) ?? <Dash />}</span>,
        },
        {
          key: 'responses',
          header: t('columns.responses'),
          align: 'right',
          from: 'sm',
          cell: (survey) => formatNumber(survey.responses, locale),
        },
        {
          key: 'updated',
          header: t('columns.updated'),
          from: 'md',
          cell: (survey) => <Time value={survey.updatedAt} />,
        },
      ]}
    />
  )
}
