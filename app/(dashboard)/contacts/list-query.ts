import { readSortParam } from '@/components/ui/lists/filterable-list'
import { readPageNumber, readTextParam, type SearchParams } from '@/components/ui/search-params'
import { ContactFilter } from '@/server/contacts/filters/schema'
import { BrowseContacts } from '@/server/contacts/schema'

/** Parameters of the page by those of the API; the others have the same name. */
const PAGE_PARAMS: Partial<Record<string, string>> = { location_id: 'location', contact_organization_id: 'company' }

const FILTER_NAMES = Object.keys(ContactFilter.shape) as (keyof ContactFilter)[]

export function getPageParam(name: keyof ContactFilter): string {
  return PAGE_PARAMS[name] ?? name
}

/** Parses the filters of the list; ignores invalid ones. */
export function readContactFilter(params: SearchParams): ContactFilter {
  const valid = FILTER_NAMES.flatMap((name) => {
    const value = name === 'property' ? params[name] : readTextParam(params, getPageParam(name))
    const { data } = ContactFilter.shape[name].safeParse(value)
    return data === undefined ? [] : [[name, data]]
  })
  return Object.fromEntries(valid) as ContactFilter
}

/** Parses the query of the list; ignores invalid parameters. */
export function readContactQuery(params: SearchParams): BrowseContacts {
  const search = readTextParam(params, 'search')
  const sort = readSortParam(params, BrowseContacts.shape.sort.unwrap().options)
  return {
    page: readPageNumber(params),
    limit: 50,
    ...(search === undefined ? {} : { search }),
    ...(sort === undefined ? {} : { sort }),
    ...readContactFilter(params),
  }
}
