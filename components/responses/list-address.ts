import { hrefWith, readPageNumber, type SearchParams, textParam } from '../ui/href'

export const RESPONSES_PATH = '/responses'

/** As many as a page of the list has. */
export const RESPONSES_PER_PAGE = 50

/** The page of a response, which knows the list that it is opened from, so that one can go on in it. */
export function responseHref(id: string, list: SearchParams = {}): string {
  const [, query = ''] = listHref(list).split('?')
  return hrefWith(`${RESPONSES_PATH}/${id}`, {}, { from: query })
}

/** The parameters of the list that a response's page was opened from, as its address says: not understood yet. */
export function readList(params: SearchParams): SearchParams {
  return Object.fromEntries(new URLSearchParams(textParam(params, 'from')))
}

/** The address of a list. @param page another one of its pages. */
export function listHref(list: SearchParams, page = readPageNumber(list)): string {
  return hrefWith(RESPONSES_PATH, list, { page: page === 1 ? null : page })
}

/** On which page of its list a place is. */
export function pageOf(place: number): number {
  return Math.max(1, Math.ceil(place / RESPONSES_PER_PAGE))
}
