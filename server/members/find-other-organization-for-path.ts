import { hasScope, listRoleScopes, type RequiredScope } from '../principal'
import { findOtherOrganizationContainingRow } from './queries'

type DetailPage = {
  table: string
  scope: RequiredScope
  /** SQL on the record `r` and the membership `m`; `$4` is the preceding id in the path. */
  condition?: string
}

const CONTACT: DetailPage = { table: 'contact', scope: 'contacts:read' }
const CONTACT_JOB: DetailPage = { table: 'contact_job', scope: 'contacts:read' }
const SEQUENCE: DetailPage = { table: 'sequence', scope: 'sequences:read' }
const removableDetailPage = (table: string, scope: RequiredScope): DetailPage => ({
  table,
  scope,
  condition: 'r.removed_at IS NULL',
})
const VISIBLE_TO_ROLE = `(r.visible_to = 'member' OR m.role = 'owner' OR r.visible_to = m.role)`

export const DETAIL_PAGES: Record<string, DetailPage> = {
  '/companies/[id]': removableDetailPage('contact_organization', 'contact-organizations:read'),
  '/contacts/[id]': CONTACT,
  '/contacts/[id]/edit': CONTACT,
  '/contacts/[id]/merge': CONTACT,
  '/contacts/imports/[id]': CONTACT_JOB,
  '/contacts/actions/[id]': CONTACT_JOB,
  '/employees/[id]': removableDetailPage('employee', 'employees:read'),
  '/locations/[id]': removableDetailPage('location', 'locations:read'),
  '/outbox/[id]': { table: 'captured_message', scope: 'dashboard:read', condition: VISIBLE_TO_ROLE },
  '/responses/[id]': { table: 'response', scope: 'responses:read' },
  '/reviews/[id]': { table: 'review', scope: 'reviews:read' },
  '/sequences/[id]': SEQUENCE,
  '/sequences/[id]/entry': SEQUENCE,
  '/sequences/[id]/forecast': SEQUENCE,
  '/sequences/[id]/entry/trigger': SEQUENCE,
  '/sequences/[id]/entry/trigger/requests': SEQUENCE,
  '/sequences/[id]/entry/trigger/requests/[requestId]': { table: 'trigger_request', scope: 'contacts:read' },
  '/sequences/[id]/results': SEQUENCE,
  '/sequences/[id]/sendings': SEQUENCE,
  '/sequences/[id]/sendings/[sendingId]': { table: 'sending', scope: 'dashboard:read' },
  '/settings/alerts/[id]': { table: 'alert_rule', scope: 'admin' },
  '/settings/api-keys/[id]': { table: 'api_key', scope: 'admin' },
  '/settings/review-sources/[id]': { table: 'review_source', scope: 'admin' },
  '/settings/webhooks/[id]': { table: 'webhook_subscription', scope: 'admin' },
  '/settings/webhooks/[id]/deliveries/[deliveryId]': {
    table: 'webhook_delivery',
    scope: 'admin',
    condition: 'r.subscription_id = $4::uuid',
  },
  '/surveys/[id]/sharing': { table: 'survey', scope: 'surveys:read', condition: 'r.deleted_at IS NULL' },
  '/surveys/[id]/sharing/[linkId]': {
    table: 'survey_link',
    scope: 'surveys:read',
    condition: 'r.survey_id = $4::uuid',
  },
  '/surveys/[id]/widgets/[widgetId]': {
    table: 'survey_widget',
    scope: 'surveys:read',
    condition:
      'EXISTS (SELECT FROM survey_link l WHERE l.organization_id = r.organization_id AND l.id = r.id AND l.survey_id = $4::uuid)',
  },
  '/surveys/[id]/versions': { table: 'survey', scope: 'surveys:read', condition: 'r.deleted_at IS NULL' },
  '/surveys/[id]': { table: 'survey', scope: 'surveys:read', condition: 'r.deleted_at IS NULL' },
  '/surveys/[id]/results': { table: 'survey', scope: 'responses:read', condition: 'r.deleted_at IS NULL' },
}

const ID = '([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})'
const PATTERNS = Object.entries(DETAIL_PAGES).map(
  ([folder, page]) => [new RegExp(`^${folder.replace(/\[\w+\]/g, ID)}$`, 'i'), page] as const,
)

export async function findOtherOrganizationForPath(
  { userId, organizationId }: { userId: string; organizationId: string },
  path: string,
): Promise<{ organizationId: string; name: string } | null> {
  for (const [pattern, { table, scope, condition = 'true' }] of PATTERNS) {
    const ids = pattern.exec(path)?.slice(1).toReversed()
    if (ids === undefined) continue
    const [id = '', parentId] = ids
    const parent = condition.includes('$4') ? { parentId } : {}
    const row = await findOtherOrganizationContainingRow({ userId, organizationId, table, condition, id, ...parent })
    if (!row || !hasScope({ scopes: listRoleScopes(row.role) }, scope)) return null
    return { organizationId: row.organizationId, name: row.name }
  }
  return null
}
