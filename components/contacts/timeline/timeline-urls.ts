import { readTextParam, type SearchParams } from '@/components/ui/search-params'
import { TIMELINE_GROUPS, type TimelineGroup } from '@/server/contacts/timeline/constants'

/** `before` is the cursor of earlier entries. */
export type TimelineQuery = { group?: TimelineGroup | undefined; before?: string | undefined }

export function parseTimelineQuery(params: SearchParams): TimelineQuery {
  const show = readTextParam(params, 'show')
  return { group: TIMELINE_GROUPS.find((group) => group === show), before: readTextParam(params, 'before') }
}

export function timelineHref(contactId: string, { group, before }: TimelineQuery): string {
  const query = new URLSearchParams({ ...(group ? { show: group } : {}), ...(before ? { before } : {}) })
  return `/contacts/${contactId}${query.size > 0 ? `?${query}` : ''}`
}
