import type { ResolvedAssigneeFilter } from '../../cases/case-filters'
import { BULK_RESPONSES_MAX } from '../../cases/constants'
import type { AssigneeFilter } from '../../cases/schema'
import { resolveSegmentAndProperty } from '../../contacts/filters/resolve-filter'
import { ValidationError } from '../../errors'
import { localizableMessage } from '../../messages/localizable-message'
import type { Principal } from '../../principal'
import { type MasterDataFilter, type ResponseFilter, resolveMasterDataFilters } from '../../responses/response-filter'
import type { BrowseResponses, ResponseSelection } from '../../responses/schema'
import { findMatchingResponseIds, type ResponseSearch } from '../../responses/search-queries'
import { resolveResponseSearch } from '../../search/resolve-response-search'
import { resolveFilterDates } from '../../time-zones'
import { loadReadState } from '../../unread/unread'
import { requireUser } from './trpc'

type UnresolvedFilter = Pick<
  BrowseResponses,
  'search' | 'assignee' | 'new' | 'start_date' | 'end_date' | 'segment_id' | 'property' | keyof MasterDataFilter
>
type ResolvedFilter = Pick<
  ResponseFilter,
  'assignee' | 'since' | 'except' | 'start_date' | 'end_date' | 'days' | 'contacts' | keyof MasterDataFilter
>

type Caller = { organizationId: string; principal: Principal }

const EMPTY_SEARCH: ResponseSearch = { commentQuery: null, contactIds: [] }
const SEARCH_BY_FILTER: ResponseSearch = { commentQuery: null, contactIds: null }

/** Resolves a list query for the reader: assignee `me`, dates in the organization's time zone, unread state and search. */
export async function resolveResponseQuery<Input extends UnresolvedFilter>(
  { organizationId, principal }: Caller,
  {
    search,
    assignee,
    new: isNew,
    location_id,
    employee_id,
    contact_organization_id,
    start_date,
    end_date,
    segment_id,
    property,
    ...input
  }: Input,
): Promise<{ filter: Omit<Input, keyof UnresolvedFilter> & ResolvedFilter; search?: ResponseSearch }> {
  const contacts = await resolveSegmentAndProperty(organizationId, { segment_id, property })
  const subjects = { location_id, employee_id, contact_organization_id }
  const filter = {
    ...input,
    ...(await resolveFilterDates(organizationId, { start_date, end_date })),
    ...(await resolveMasterDataFilters(organizationId, subjects)),
    ...(contacts ? { contacts } : {}),
    ...(assignee === undefined ? {} : { assignee: resolveAssignee(assignee, principal) }),
  }
  const readState = isNew && (await loadReadState(organizationId, requireUser(principal).userId))
  // Without a first visit nothing counts as new.
  if (readState === null) return { filter, search: EMPTY_SEARCH }
  return {
    filter: { ...filter, ...(readState === undefined ? {} : { since: readState.since, except: readState.openedIds }) },
    ...(search
      ? { search: await resolveResponseSearch(organizationId, search) }
      : contacts
        ? { search: SEARCH_BY_FILTER }
        : {}),
  }
}

/** The ids of the selected responses. @throws {ValidationError} under `selection` if more match than one bulk update can change */
export async function resolveSelectedResponses(
  caller: Caller,
  selection: ResponseSelection,
): Promise<readonly string[]> {
  if ('ids' in selection) return selection.ids
  const { filter, search } = await resolveResponseQuery(caller, selection.filter)
  const ids = await findMatchingResponseIds(caller.organizationId, filter, search)
  if (ids.count > BULK_RESPONSES_MAX)
    throw new ValidationError({
      selection: [localizableMessage('case.manyResponses', { maximum: BULK_RESPONSES_MAX })],
    })
  return ids.slice(0, ids.count)
}

function resolveAssignee(assignee: AssigneeFilter, principal: Principal): ResolvedAssigneeFilter {
  if (assignee === 'somebody' || assignee === 'nobody') return assignee
  return { id: assignee === 'me' ? requireUser(principal).userId : assignee }
}
