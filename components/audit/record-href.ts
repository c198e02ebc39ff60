import type { AuditEvent } from '@/server/audit/schema'

/** Where a record is shown, if it is still there; null for what has no page of its own. */
export function recordHref({ type, id }: NonNullable<AuditEvent['record']>): string | null {
  if (id === null) return null
  switch (type) {
    case 'webhook':
      return `/settings/webhooks/${id}`
    case 'reviewSource':
      return `/settings/review-sources/${id}`
    case 'replyTemplate':
      return '/settings/reviews'
    case 'alertRule':
      return `/settings/alerts/${id}`
    case 'sequence':
      return `/sequences/${id}`
    case 'response':
      return `/responses/${id}`
    case 'person':
    case 'invitation':
      return '/settings/members'
    case 'apiKey':
      return `/settings/api-keys/${id}`
    case 'responseTag':
    case 'organization':
    case 'location':
    case 'employee':
    case 'company':
    case 'contact':
      return null
  }
}
