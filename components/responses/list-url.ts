import { hrefWith, readPageNumber, type SearchParams, textParam } from '../ui/search-params'

export const RESPONSES_PATH = '/responses'

export const RESPONSES_PER_PAGE = 50

/** URL of a response's page. Carries the list's parameters, for previous and next. */
export function responseHref(id: string, list: SearchParams = {}): string {
  const [, query = ''] = listHref(list).split('?')
  return hrefWith(`${RESPONSES_PATH}/${id}`, {}, { from: query })
}

/** Parameters of the list that the page was opened from; not validated yet. */
export function readList(params: SearchParams): SearchParams {
  return Object.fromEntries(new URLSearchParams(textParam(params, 'from')))
}

export function listHref(list: SearchParams, page = readPageNumber(list)): string {
  return hrefWith(RESPONSES_PATH, list, { page: page === 1 ? null : page })
}

export function pageOf(position: number): number {
  return Math.max(1, Math.ceil(position / RESPONSES_PER_PAGE))
}
