import { CaseBulkActions } from '@/components/cases/case-bulk-actions'
import { CaseCell } from '@/components/cases/case-cell'
import { ClientMessages } from '@/components/i18n/client-messages'
import { getT } from '@/components/i18n/server'
import { Dash } from '@/components/ui/content/definition-list'
import { Time } from '@/components/ui/content/time'
import { FilterableList, type FilterableListBaseProps } from '@/components/ui/lists/filterable-list'
import type { SearchParams } from '@/components/ui/search-params'
import { UnreadDot } from '@/components/unread/unread-dot'
import type { ResponseListFilter, ResponseTableRow } from '@/server/responses/schema'
import { FlaggedBulkActions } from '../survey-links/lazy-flagged-actions'
import { ExportSelectedResponses } from './export-selected-responses'
import { HighlightedText } from './highlighted-text'
import { respondentName } from './respondent-name'
import { formatExportQuery, responseHref } from './response-urls'
import { ResponseScoreAndStatusBadges } from './score-badge'

export type ResponseListProps = FilterableListBaseProps & {
  responses: readonly ResponseTableRow[]
  /** Later responses are marked as new; null marks none. */
  newSince: string | null
  openedIds: readonly string[]
  /** Validated list parameters, for links to responses. */
  listParams: SearchParams
  /** What the list shows, on all its pages. */
  filter: ResponseListFilter
}

export async function ResponseList({
  responses,
  newSince,
  openedIds,
  listParams,
  filter,
  ...frame
}: ResponseListProps) {
  const [t, cases] = await Promise.all([getT('responses'), getT('cases')])
  // Timestamps have millisecond precision, as in the database.
  const isNew = ({ id, counts, importId, createdAt }: ResponseTableRow) =>
    newSince !== null && counts && importId === null && createdAt > newSince && !openedIds.includes(id)
  return (
    <FilterableList
      name="responses"
      {...frame}
      selectsAllMatching
      bulkActions={
        <ClientMessages namespaces={['cases', 'sharing']}>
          {filter.status === 'flagged' ? <FlaggedBulkActions filter={filter} /> : <CaseBulkActions filter={filter} />}
          <ExportSelectedResponses query={formatExportQuery(filter)} />
        </ClientMessages>
      }
      rowName={(response) => respondentName(t, response)}
      caption={t('title')}
      rows={responses}
      rowKey={(response) => response.id}
      rowHref={(response) => responseHref(response.id, listParams)}
      columns={[
        {
          key: 'contact',
          header: t('columns.contact'),
          phoneSlot: 'title',
          // Truncates long names, so that the score stays aligned.
          className: 'sm:max-w-56',
          cell: (response) => {
            const name = respondentName(t, response)
            return isNew(response) ? <NewName name={name} word={t('new')} /> : <bdi>{name}</bdi>
          },
        },
        {
          key: 'score',
          header: t('columns.score'),
          phoneSlot: 'aside',
          sort: { by: 'score', kind: 'number' },
          cell: (response) =>
            response.status === 'completed' && response.band === null ? (
              <EmptyCell />
            ) : (
              <ResponseScoreAndStatusBadges response={response} />
            ),
        },
        {
          key: 'comment',
          header: t('columns.comment'),
          grow: true,
          phoneSlot: 'words',
          cell: ({ comment, marks }) =>
            comment === null ? <EmptyCell /> : <HighlightedText text={comment} highlights={marks} />,
        },
        {
          key: 'case',
          header: cases('title'),
          hiddenBelow: 'lg',
          phoneSlot: 'foot',
          cell: (response) => <CaseCell {...response.case} />,
        },
        {
          key: 'survey',
          header: t('columns.survey'),
          hiddenBelow: 'lg',
          cell: (response) => <bdi className="text-ink-soft">{response.survey.name}</bdi>,
        },
        {
          key: 'when',
          header: t('columns.when'),
          hiddenBelow: 'md',
          phoneSlot: 'when',
          sort: { by: 'created', kind: 'time' },
          cell: (response) => <Time value={response.createdAt} brief />,
        },
      ]}
    />
  )
}

/** Dash in a table cell; empty on phones, where there is no column header. */
function EmptyCell() {
  return (
    <span className="max-sm:hidden">
      <Dash />
    </span>
  )
}

function NewName({ name, word }: { name: string; word: string }) {
  return (
    <span className="flex items-center gap-1.5">
      <UnreadDot />
      <span className="min-w-0 truncate">
        <bdi>{name}</bdi>
      </span>{' '}
      <span className="sr-only">{word}</span>
    </span>
  )
}
