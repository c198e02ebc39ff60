import type { ResponseListFilter } from '@/server/responses/schema'
import { readPageNumber, readTextParam, type SearchParams, withSearchParams } from '../ui/search-params'

export const RESPONSES_PATH = '/responses'

export const RESPONSES_PER_PAGE = 50

/** URL of a response's page. Carries the list's parameters, for previous and next. */
export function responseHref(id: string, list: SearchParams = {}): string {
  const [, query = ''] = responseListHref(list).split('?')
  return withSearchParams(`${RESPONSES_PATH}/${id}`, {}, { from: query })
}

/** Parameters of the list that the page was opened from; not validated yet. */
export function parseOriginListParams(params: SearchParams): SearchParams {
  return Object.fromEntries(new URLSearchParams(readTextParam(params, 'from')))
}

export function responseListHref(list: SearchParams, page = readPageNumber(list)): string {
  return withSearchParams(RESPONSES_PATH, list, { page: page === 1 ? null : page })
}

/** Query of the export of all responses that match. */
export function formatExportQuery(filter: ResponseListFilter): string {
  return new URLSearchParams(Object.entries(filter).map(([name, value]) => [name, String(value)])).toString()
}

export function pageAtPosition(position: number): number {
  return Math.max(1, Math.ceil(position / RESPONSES_PER_PAGE))
}
