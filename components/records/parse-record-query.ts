import type { BrowseRecords } from '@/server/records/schema'
import { readSortParam } from '../ui/lists/list'
import { readPageNumber, readTextParam, type SearchParams } from '../ui/search-params'

const SORTS = ['created', '-created', 'name', '-name'] as const

export function parseRecordQuery(params: SearchParams): BrowseRecords {
  const search = readTextParam(params, 'search')
  const sort = readSortParam(params, SORTS)
  return {
    page: readPageNumber(params),
    limit: 50,
    ...(search === undefined ? {} : { search }),
    ...(sort === undefined ? {} : { sort }),
  }
}
