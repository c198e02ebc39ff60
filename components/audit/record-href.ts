import type { AuditEvent } from '@/server/audit/schema'
import type { RecordType } from '@/server/audit/vocabulary'

/** The page of a record of each kind; null for what has none of its own, or is shown to be gone. */
const PLACES: Record<RecordType, ((id: string) => string) | null> = {
  webhook: (id) => `/settings/webhooks/${id}`,
  reviewSource: (id) => `/settings/review-sources/${id}`,
  replyTemplate: () => '/settings/templates',
  alertRule: (id) => `/settings/alerts/${id}`,
  sequence: (id) => `/sequences/${id}`,
  response: (id) => `/responses/${id}`,
  person: () => '/settings/members',
  invitation: () => '/settings/members',
  apiKey: (id) => `/settings/api-keys/${id}`,
  responseTag: null,
  organization: null,
  location: null,
  employee: null,
  company: null,
  contact: null,
}

/** Where a record is shown, if it is still there; null for what has no page of its own. */
export function recordHref({ type, id }: NonNullable<AuditEvent['record']>): string | null {
  return id === null ? null : (PLACES[type]?.(id) ?? null)
}
