import { CaseCell } from '@/components/cases/case-cell'
import { CaseBulk } from '@/components/cases/later'
import { ClientMessages } from '@/components/i18n/client-messages'
import { getT } from '@/components/i18n/server'
import { Dash } from '@/components/ui/content/definition-list'
import { Time } from '@/components/ui/content/time'
import type { SearchParams } from '@/components/ui/href'
import { List, type ListFrame } from '@/components/ui/lists/list'
import { NewMark } from '@/components/visits/new-mark'
import type { ResponseRow } from '@/server/responses/schema'
import { ResponseBulk } from './later'
import { responseHref } from './list-address'
import { MarkedText } from './marked-text'
import { ResponseScore } from './score-badge'

export type ResponseListProps = ListFrame & {
  responses: readonly ResponseRow[]
  /** What came in later is marked as new; null for a reader to whom nothing is. */
  newSince: string | null
  /** Those that the reader opened already. */
  openedIds: readonly string[]
  /** What is understood of the page's parameters: it goes along to the page of a response. */
  list: SearchParams
}

/** Answers as a list: who, how they scored, what they wrote. */
export async function ResponseList({ responses, newSince, openedIds, list, ...frame }: ResponseListProps) {
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
      rowHref={(response) => responseHref(response.id, list)}
      columns={[
        {
          key: 'contact',
          header: t('columns.contact'),
          phone: 'title',
          // A long name is cut off: the score stands beside it at every width.
          className: 'sm:max-w-56',
          cell: (response) => {
            const name = response.contact?.name ?? t('deletedContact')
            return isNew(response, newSince, openedIds) ? <NewName name={name} word={t('new')} /> : <bdi>{name}</bdi>
          },
        },
        {
          key: 'score',
          header: t('columns.score'),
          phone: 'aside',
          sort: { by: 'score', kind: 'number' },
          cell: (response) =>
            response.status === 'completed' && response.band === null ? (
              <NotThere />
            ) : (
              <ResponseScore response={response} />
            ),
        },
        {
          key: 'comment',
          header: t('columns.comment'),
          grow: true,
          phone: 'words',
          cell: ({ comment, marks }) => (comment === null ? <NotThere /> : <MarkedText text={comment} marks={marks} />),
        },
        {
          key: 'case',
          header: cases('title'),
          from: 'lg',
          phone: 'foot',
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

/** Both as the database has them, to the millisecond. */
function isNew({ id, counts, createdAt }: ResponseRow, newSince: string | null, openedIds: readonly string[]): boolean {
  return newSince !== null && counts && createdAt > newSince && !openedIds.includes(id)
}

/** A dash below its column's head; on a phone, where no head says what is not there, nothing. */
function NotThere() {
  return (
    <span className="max-sm:hidden">
      <Dash />
    </span>
  )
}

/** By a shape to see, and a word to hear. */
function NewName({ name, word }: { name: string; word: string }) {
  return (
    <span className="flex items-center gap-1.5">
      <NewMark />
      <span className="min-w-0 truncate">
        <bdi>{name}</bdi>
      </span>{' '}
      <span className="sr-only">{word}</span>
    </span>
  )
}
