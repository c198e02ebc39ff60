import { SequenceStatus } from '../sequences/schema'
import { SurveyStatus, SurveyType } from '../surveys/schema'
import { excerptAround } from './excerpt'
import { findById, isUuid } from './find-by-id'
import { findContacts } from './find-contacts'
import { parseSearchQuery } from './parse-search-query'
import { listSurveysAndSequencesByName, type ParsedQuery } from './queries'
import { listMatchesAmongNewestResponses, listResponsesByWordsOrContacts, type ResponseMatch } from './response-queries'
import type { FoundContact, FoundResponse, GlobalSearchQuery, SearchResults } from './schema'

const NO_RESULTS: SearchResults = { contacts: [], surveys: [], sequences: [], responses: [], records: [] }

/**
 * Search of the command menu: a record by its id, else contacts, surveys, sequences and responses by text, best match
 * first. Every query reads a bounded number of rows (docs/decisions/0053-command-menu-search.md).
 */
export async function searchGlobally(
  organizationId: string,
  { query, limit, includesWebhooks }: GlobalSearchQuery & { includesWebhooks: boolean },
): Promise<SearchResults> {
  if (isUuid(query)) return findById(organizationId, query, includesWebhooks)
  const parsed = await parseSearchQuery(organizationId, query)
  if (parsed === null) return NO_RESULTS
  const [contacts, named, newest] = await Promise.all([
    findContacts(organizationId, parsed, limit),
    listSurveysAndSequencesByName(organizationId, parsed, limit),
    listMatchesAmongNewestResponses(organizationId, parsed, limit),
  ])
  const responses =
    newest.length < limit ? await addIndexedResponses(organizationId, parsed, contacts, newest, limit) : newest
  return {
    ...NO_RESULTS,
    surveys: named.flatMap(({ kind, id, name, type, status }) =>
      kind === 'survey' ? [{ id, name, type: SurveyType.parse(type), status: SurveyStatus.parse(status) }] : [],
    ),
    sequences: named.flatMap(({ kind, id, name, status }) =>
      kind === 'sequence' ? [{ id, name, status: SequenceStatus.parse(status) }] : [],
    ),
    contacts: contacts.slice(0, limit),
    responses: responses.map((row) => presentResponse(row, parsed.words)),
  }
}

async function addIndexedResponses(
  organizationId: string,
  parsed: ParsedQuery,
  contacts: readonly FoundContact[],
  newest: readonly ResponseMatch[],
  limit: number,
): Promise<ResponseMatch[]> {
  const ids = contacts.map(({ id }) => id)
  const all = [...newest, ...(await listResponsesByWordsOrContacts(organizationId, parsed, ids, limit))]
  return [...new Map(all.map((row) => [row.id, row])).values()]
    .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
    .slice(0, limit)
}

function presentResponse({ comment, createdAt, ...row }: ResponseMatch, words: readonly string[]): FoundResponse {
  return {
    ...row,
    comment: comment === null ? null : excerptAround(comment, words),
    createdAt: createdAt.toISOString(),
  }
}
