import type { BrowseRecords } from '@/server/records/schema'
import { readSortParam } from '../ui/lists/list'
import { readPageNumber, type SearchParams, textParam } from '../ui/search-params'

const SORTS = ['created', '-created', 'name', '-name'] as const

export function readRecordQuery(params: SearchParams): BrowseRecords {
  const search = textParam(params, 'search')
  const sort = readSortParam(params, SORTS)
  return {
    page: readPageNumber(params),
    limit: 50,
    ...(search === undefined ? {} : { search }),
    ...(sort === undefined ? {} : { sort }),
  }
}
