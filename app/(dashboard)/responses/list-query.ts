import { RESPONSES_PER_PAGE } from '@/components/responses/response-urls'
import { readSortParam } from '@/components/ui/lists/filterable-list'
import { readPageNumber, readTextParam, type SearchParams } from '@/components/ui/search-params'
import { SEARCH_MAX_CHARACTERS } from '@/server/responses/constants'
import { BrowseResponses } from '@/server/responses/schema'

const FILTERS = {
  search: 'search',
  survey: 'survey_id',
  contact: 'contact_id',
  location: 'location_id',
  employee: 'employee_id',
  company: 'contact_organization_id',
  band: 'band',
  channel: 'channel',
  link: 'survey_link_id',
  language: 'language',
  version: 'survey_version',
  segment: 'segment_id',
  property: 'property',
  field: 'field',
  answer: 'answer',
  from: 'start_date',
  to: 'end_date',
  min: 'rating_min',
  max: 'rating_max',
  metric: 'metric',
  status: 'status',
  case: 'case',
  assignee: 'assignee',
  tag: 'tag_id',
  new: 'new',
} as const

/** Parses the list's query parameters; ignores invalid filters. */
export function readListQuery(params: SearchParams): BrowseResponses {
  const sort = readSortParam(params, BrowseResponses.shape.sort.unwrap().options)
  const page = { page: readPageNumber(params), limit: RESPONSES_PER_PAGE, ...(sort === undefined ? {} : { sort }) }
  const valid = Object.entries(FILTERS).flatMap(([param, name]) => {
    const text = readTextParam(params, param)
    // Truncate an overlong search instead of dropping it, so that the list stays filtered.
    const value = param === 'search' ? text && Array.from(text).slice(0, SEARCH_MAX_CHARACTERS).join('') : text
    return value !== undefined && BrowseResponses.shape[name].safeParse(value).success ? [[name, value]] : []
  })
  return BrowseResponses.parse({ ...page, ...Object.fromEntries(valid) })
}

export function pickListParams(params: SearchParams): SearchParams {
  const query = readListQuery(params)
  const known = Object.entries(FILTERS).flatMap(([param, name]) => (query[name] === undefined ? [] : [param]))
  if (query.sort !== undefined) known.push('sort')
  if (query.page > 1) known.push('page')
  return Object.fromEntries(Object.entries(params).filter(([param]) => known.includes(param)))
}
