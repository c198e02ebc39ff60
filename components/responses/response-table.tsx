import { CaseCell } from '@/components/cases/case-cell'
import { CaseBulk } from '@/components/cases/later'
import { ClientMessages } from '@/components/i18n/client-messages'
import { getT } from '@/components/i18n/server'
import { Badge } from '@/components/ui/content/badge'
import { Dash } from '@/components/ui/content/definition-list'
import { Time } from '@/components/ui/content/time'
import { List, type ListFrame } from '@/components/ui/lists/list'
import type { ResponseRow } from '@/server/responses/schema'
import { ResponseBulk } from './later'
import { MarkedText } from './marked-text'
import { ScoreBadge } from './score-badge'

/** Answers as a list: who, how they scored, what they wrote. */
export async function ResponseList({ responses, ...frame }: ListFrame & { responses: readonly ResponseRow[] }) {
  const [t, cases] = await Promise.all([getT('responses'), getT('cases')])
  return (
    <List
      name="responses"
      {...frame}
      bulk={
        <ClientMessages namespaces={['cases']}>
          <CaseBulk />
          <ResponseBulk />
        </ClientMessages>
      }
      rowName={(response) => response.contact?.name ?? t('deletedContact')}
      caption={t('title')}
      rows={responses}
      rowKey={(response) => response.id}
      rowHref={(response) => `/responses/${response.id}`}
      columns={[
        {
          key: 'contact',
          header: t('columns.contact'),
          phone: 'title',
          // A long name is cut off: the score stands beside it at every width.
          className: 'sm:max-w-56',
          cell: (response) => response.contact?.name ?? t('deletedContact'),
        },
        {
          key: 'score',
          header: t('columns.score'),
          phone: 'aside',
          sort: { by: 'score', kind: 'number' },
          cell: (response) =>
            response.status === 'partial' ? <Badge>{t('unsubmitted')}</Badge> : <ScoreBadge response={response} />,
        },
        {
          key: 'comment',
          header: t('columns.comment'),
          grow: true,
          phone: 'words',
          cell: ({ comment, marks }) => (comment === null ? <Dash /> : <MarkedText text={comment} marks={marks} />),
        },
        {
          key: 'case',
          header: cases('title'),
          from: 'lg',
          cell: (response) => <CaseCell {...response.case} />,
        },
        {
          key: 'survey',
          header: t('columns.survey'),
          from: 'lg',
          cell: (response) => <span className="text-ink-soft">{response.survey.name}</span>,
        },
        {
          key: 'when',
          header: t('columns.when'),
          from: 'md',
          phone: 'when',
          sort: { by: 'created', kind: 'time' },
          cell: (response) => <Time value={response.createdAt} brief />,
        },
      ]}
    />
  )
}
