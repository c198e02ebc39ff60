import { readSortParam } from '@/components/ui/lists/filterable-list'
import { readPageNumber, readTextParam, type SearchParams } from '@/components/ui/search-params'
import { ContactFilter } from '@/server/contacts/filters/schema'
import { BrowseContacts } from '@/server/contacts/schema'
import { Id } from '@/server/validation/schema'

/** Parameters of the page by those of the API; the others have the same name. */
const PAGE_PARAMS: Partial<Record<string, string>> = { location_id: 'location', contact_organization_id: 'company' }

const FILTER_NAMES = Object.keys(ContactFilter.shape) as (keyof ContactFilter)[]

export function getPageParam(name: keyof ContactFilter): string {
  return PAGE_PARAMS[name] ?? name
}

/** Parses the filters of the list; ignores invalid ones. */
export function readContactFilter(params: SearchParams): ContactFilter {
  const valid = FILTER_NAMES.flatMap((name): [string, unknown][] => {
    const data = name === 'property' ? readPropertyConditions(params) : readFilterParam(name, params)
    return data === undefined ? [] : [[name, data]]
  })
  return Object.fromEntries(valid) as ContactFilter
}

function readFilterParam(name: keyof ContactFilter, params: SearchParams): unknown {
  return ContactFilter.shape[name].safeParse(readTextParam(params, getPageParam(name))).data
}

function readPropertyConditions(params: SearchParams): ContactFilter['property'] {
  const { property: schema } = ContactFilter.shape
  const texts = new Set([params['property'] ?? []].flat())
  const conditions = [...texts].reduce<string[]>((valid, text) => schema.safeParse([...valid, text]).data ?? valid, [])
  return conditions.length > 0 ? conditions : undefined
}

/** The contact list with the conditions of a filter. */
export function toContactListHref(filter: ContactFilter, params: Record<string, string>): string {
  const query = new URLSearchParams(params)
  for (const name of FILTER_NAMES)
    for (const value of [filter[name] ?? []].flat()) query.append(getPageParam(name), String(value))
  return `/contacts?${query.toString()}`
}

/** The conditions of the list, without its page and order. */
export function toSelectionFilter({ page: _page, limit: _limit, sort: _sort, ...filter }: BrowseContacts) {
  return filter
}

/** The conditions of the list as parameters of its export. */
export function toExportParams(query: BrowseContacts): string {
  const entries = Object.entries(toSelectionFilter(query)).flatMap(([name, value]) =>
    [value].flat().map((each) => [name, String(each)] as [string, string]),
  )
  return new URLSearchParams(entries).toString()
}

/** Parses the query of the list; ignores invalid parameters. */
export function readContactQuery(params: SearchParams): BrowseContacts {
  const search = readTextParam(params, 'search')
  const { data: segment } = Id.safeParse(readTextParam(params, 'segment'))
  const sort = readSortParam(params, BrowseContacts.shape.sort.unwrap().options)
  return {
    page: readPageNumber(params),
    limit: 50,
    ...(search === undefined ? {} : { search }),
    ...(segment === undefined ? {} : { segment_id: segment }),
    ...(sort === undefined ? {} : { sort }),
    ...readContactFilter(params),
  }
}
