import type { AuditEvent } from '@/server/audit/schema'
import type { AuditRecordType } from '@/server/audit/vocabulary'

/** Page of each record type; null for types without one. Does not check that the record still exists. */
const RECORD_PAGES: Record<AuditRecordType, ((id: string) => string) | null> = {
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

export function auditRecordHref({ type, id }: NonNullable<AuditEvent['record']>): string | null {
  return id === null ? null : (RECORD_PAGES[type]?.(id) ?? null)
}
