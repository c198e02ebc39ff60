import { type By, doerOf, onBehalfOf } from '../../actor-context'
import { audit } from '../../audit/audit'
import { readAuditEvents } from '../../audit/list-audit-events'
import { AuditFilter } from '../../audit/schema'
import { wordsKey } from '../../audit/vocabulary'
import { Unauthenticated } from '../../errors'
import type { Locale } from '../../messages/locale'
import { translator } from '../../messages/messages'
import { requireScope } from '../../principal'
import { clientAddress } from '../../rate-limit/client-address'
import { byOwnClock, localTimeFormat, organizationTimeZone } from '../../time-zones'
import { transact } from '../../unit-of-work'
import { principalIn, readerLocale } from '../session/session'
import { csvOf, fileAnswer } from './file-response'

/**
 * GET /api/audit-log: streams the filtered audit log as a CSV file (RFC 4180), with times in the organization's time
 * zone. For owners and admins. The export is audited before it starts.
 * @throws {Unauthenticated} @throws {Forbidden} @throws {ValidationError} @throws {RateLimitExceeded}
 */
export async function handleAuditLogFile(request: Request): Promise<Response> {
  const principal = await principalIn(request.headers)
  if (!principal) throw new Unauthenticated()
  requireScope(principal, 'admin')
  const { organizationId, actor } = principal
  const { searchParams } = new URL(request.url)
  const query = AuditFilter.parse(Object.fromEntries(searchParams))
  const locale = readerLocale(request.headers)
  const actorContext: By = { doer: doerOf(actor), origin: { address: clientAddress(request.headers), requestId: null } }
  return fileAnswer(organizationId, { name: 'audit-log', type: 'csv' }, async () => {
    const { filter, timeZone } = await onBehalfOf(
      organizationId,
      async () => {
        await transact(() => audit(organizationId, { action: 'audit_log.exported' }))
        return {
          filter: { ...query, ...(await byOwnClock(organizationId, query)) },
          timeZone: await organizationTimeZone(organizationId),
        }
      },
      actorContext,
    )
    const rows = readCsvRows(organizationId, filter, { locale, timeZone })
    return csvOf(organizationId, locale, () => ({ columns: COLUMNS, rows }))
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
  const t = translator(locale, 'audit')
  const localTime = localTimeFormat(timeZone)
  for await (const { createdAt, actor, action, record, changes, address } of readAuditEvents(organizationId, filter))
    yield {
      time: localTime(createdAt),
      actor_type: actor.type,
      actor_id: actor.id,
      actor: actor.name,
      action,
      what: t(`actions.${wordsKey(action)}`),
      record_type: record?.type,
      record_id: record?.id,
      record: record?.name,
      changes: changes.length === 0 ? '' : JSON.stringify(changes),
      address,
    }
}
