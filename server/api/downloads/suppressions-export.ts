import { runAsActor } from '../../actor-context'
import type { WrittenTable } from '../../imports/files/table-writer'
import type { Locale } from '../../messages/locale'
import { getTranslator } from '../../messages/message-catalogue'
import { describeSource } from '../../suppressions/describe-source'
import { exportSuppressions } from '../../suppressions/list-suppressions'
import { ExportSuppressions, type Suppression } from '../../suppressions/schema'
import { createLocalTimeFormatter, getOrganizationTimeZone } from '../../time-zones'
import { negotiateRequestLocale } from '../session/session'
import { authorizeDownload, createFileResponse, streamCsv } from './file-response'

/**
 * GET /api/suppressions: streams the addresses that get no messages as CSV (RFC 4180), with times in the organization's time zone. The
 * address of a deleted contact is empty. The export and its row count are audited before it starts.
 * @throws {Unauthenticated} @throws {Forbidden} @throws {ValidationError} @throws {RateLimitExceeded}
 */
export async function handleSuppressionsExport(request: Request): Promise<Response> {
  const { organizationId, actorContext } = await authorizeDownload(request, 'contacts:read')
  const { format, ...filter } = ExportSuppressions.parse(Object.fromEntries(new URL(request.url).searchParams))
  return createFileResponse(organizationId, 'suppressions', format, async () => {
    const suppressions = await runAsActor(actorContext, () => exportSuppressions(organizationId, filter))
    const timeZone = await getOrganizationTimeZone(organizationId)
    const locale = negotiateRequestLocale(request.headers)
    return streamCsv(locale, () => toTable(suppressions, locale, timeZone))
  })
}

function toTable(suppressions: AsyncIterable<Suppression>, locale: Locale, timeZone: string): WrittenTable {
  const t = getTranslator(locale, 'suppressions')
  const formatTime = createLocalTimeFormatter(timeZone)
  async function* rows() {
    for await (const suppression of suppressions) {
      const { email, reason, createdAt, note } = suppression
      yield [
        email,
        t(`reasons.${reason}`),
        createdAt === null ? null : formatTime(createdAt),
        describeSource(suppression, locale),
        note,
      ]
    }
  }
  const columns = (['email', 'reason', 'date', 'source', 'note'] as const).map((key) => t(`columns.${key}`))
  return { columns, rows: rows() }
}
