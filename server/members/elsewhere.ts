import { holdsScope, type RequiredScope, scopesOfRole } from '../principal'
import { findMembershipOf } from './queries'

type Page = {
  table: string
  scope: RequiredScope
  /** SQL condition on `r` for rows that the page shows; `m` is the reader's membership, `$4` the preceding id of the path. */
  shown?: string
}

const CONTACT: Page = { table: 'contact', scope: 'contacts:read' }
const SEQUENCE: Page = { table: 'sequence', scope: 'sequences:read' }
const record = (table: string, scope: RequiredScope): Page => ({ table, scope, shown: 'r.removed_at IS NULL' })
const seenByRole = `(r.visible_to = 'member' OR m.role = 'owner' OR r.visible_to = m.role)`

/** Dashboard pages about one record, by route; the last id in the path is the record's. */
export const PAGES_ABOUT: Record<string, Page> = {
  '/companies/[id]': record('contact_organization', 'contact-organizations:read'),
  '/contacts/[id]': CONTACT,
  '/contacts/[id]/edit': CONTACT,
  '/employees/[id]': record('employee', 'employees:read'),
  '/locations/[id]': record('location', 'locations:read'),
  '/outbox/[id]': { table: 'captured_message', scope: 'dashboard:read', shown: seenByRole },
  '/responses/[id]': { table: 'response', scope: 'responses:read' },
  '/reviews/[id]': { table: 'review', scope: 'reviews:read' },
  '/sequences/[id]': SEQUENCE,
  '/sequences/[id]/sendings': SEQUENCE,
  '/sequences/[id]/sendings/[sendingId]': { table: 'sending', scope: 'dashboard:read' },
  '/settings/alerts/[id]': { table: 'alert_rule', scope: 'admin' },
  '/settings/api-keys/[id]': { table: 'api_key', scope: 'admin' },
  '/settings/review-sources/[id]': { table: 'review_source', scope: 'admin' },
  '/settings/webhooks/[id]': { table: 'webhook_subscription', scope: 'admin' },
  '/settings/webhooks/[id]/deliveries/[deliveryId]': {
    table: 'webhook_delivery',
    scope: 'admin',
    shown: 'r.subscription_id = $4::uuid',
  },
  '/surveys/[id]': { table: 'survey', scope: 'surveys:read', shown: 'r.deleted_at IS NULL' },
}

const ID = '([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})'
const PATTERNS = Object.entries(PAGES_ABOUT).map(
  ([folder, page]) => [new RegExp(`^${folder.replace(/\[\w+\]/g, ID)}$`, 'i'), page] as const,
)

export type Elsewhere = { organizationId: string; name: string }

type Reader = { userId: string; organizationId: string }

/**
 * Finds another organization of the reader that contains the record of a page and in which their role may see it.
 * @param path of a dashboard page, without its query
 * @returns null otherwise; reveals nothing about organizations that the reader does not belong to
 */
export async function findElsewhere({ userId, organizationId }: Reader, path: string): Promise<Elsewhere | null> {
  for (const [pattern, { table, scope, shown = 'true' }] of PATTERNS) {
    const ids = pattern.exec(path)?.slice(1).toReversed()
    if (ids === undefined) continue
    const [id = '', parentId] = ids
    const row = await findMembershipOf({
      userId,
      organizationId,
      table,
      shown,
      id,
      ...(shown.includes('$4') ? { parentId } : {}),
    })
    if (!row || !holdsScope({ scopes: scopesOfRole(row.role) }, scope)) return null
    return { organizationId: row.organizationId, name: row.name }
  }
  return null
}
