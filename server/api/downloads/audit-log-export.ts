import { runAsActor } from '../../actor-context'
import { audit } from '../../audit/audit'
import { getActionMessageKey } from '../../audit/constants'
import { streamAuditEvents } from '../../audit/list-audit-events'
import { AuditFilter } from '../../audit/schema'
import type { Locale } from '../../messages/locale'
import { getTranslator } from '../../messages/message-catalogue'
import { createLocalTimeFormatter, getOrganizationTimeZone, resolveFilterDates } from '../../time-zones'
import { transact } from '../../unit-of-work'
import { negotiateRequestLocale } from '../session/session'
import { authorizeDownload, createFileResponse, streamCsv } from './file-response'

/**
 * GET /api/audit-log: streams the filtered audit log as a CSV file (RFC 4180), with times in the organization's time
 * zone. For owners and admins. The export is audited before it starts.
 * @throws {Unauthenticated} @throws {Forbidden} @throws {ValidationError} @throws {RateLimitExceeded}
 */
export async function handleAuditLogExport(request: Request): Promise<Response> {
  const { organizationId, actorContext } = await authorizeDownload(request, 'admin')
  const { searchParams } = new URL(request.url)
  const query = AuditFilter.parse(Object.fromEntries(searchParams))
  const locale = negotiateRequestLocale(request.headers)
  return createFileResponse(organizationId, 'audit-log', 'csv', async () => {
    const { filter, timeZone } = await runAsActor(actorContext, async () => {
      await transact(() => audit(organizationId, { action: 'audit_log.exported' }))
      return {
        filter: { ...query, ...(await resolveFilterDates(organizationId, query)) },
        timeZone: await getOrganizationTimeZone(organizationId),
      }
    })
    const rows = readCsvRows(organizationId, filter, { locale, timeZone })
    return streamCsv(locale, () => ({ columns: COLUMNS, rows }))
  })
}

const COLUMNS = [
  'time',
  'actor_type',
  'actor_id',
  'actor',
  'action',
  'what',
  'record_type',
  'record_id',
  'record',
  'changes',
  'address',
]

async function* readCsvRows(
  organizationId: string,
  filter: AuditFilter,
  { locale, timeZone }: { locale: Locale; timeZone: string },
) {
  const t = getTranslator(locale, 'audit')
  const localTime = createLocalTimeFormatter(timeZone)
  for await (const { createdAt, actor, action, record, changes, address } of streamAuditEvents(organizationId, filter))
    yield {
      time: localTime(createdAt),
      actor_type: actor.type,
      actor_id: actor.id,
      actor: actor.name,
      action,
      what: t(`actions.${getActionMessageKey(action)}`),
      record_type: record?.type,
      record_id: record?.id,
      record: record?.name,
      changes: changes.length === 0 ? '' : JSON.stringify(changes),
      address,
    }
}
