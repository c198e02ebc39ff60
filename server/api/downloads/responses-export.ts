import { runAsActor } from '../../actor-context'
import { loadContactProperties } from '../../contact-properties/contact-properties'
import { getTranslator } from '../../messages/message-catalogue'
import { exportResponses, type ResponseExport } from '../../responses/export-responses'
import { toResponseTable } from '../../responses/export-table'
import { ExportResponses } from '../../responses/schema'
import { getOrganizationTimeZone } from '../../time-zones'
import { resolveResponseQuery } from '../routers/resolve-response-query'
import { negotiateRequestLocale } from '../session/session'
import { authorizeDownload, createFileResponse, streamJson, streamSpreadsheet } from './file-response'

/**
 * GET /api/responses: streams the responses that match the filter (newest first) or `ids`, as CSV (RFC 4180) or XLSX with times in the
 * organization's time zone, or with `format=json` as an array of API objects with case, tags and note count. The export and its row count
 * are audited before it starts.
 * @throws {Unauthenticated} @throws {Forbidden} @throws {ValidationError} @throws {RateLimitExceeded}
 */
export async function handleResponsesExport(request: Request): Promise<Response> {
  const { principal, organizationId, actorContext } = await authorizeDownload(request, 'responses:read')
  const { format, ids, ...query } = ExportResponses.parse(Object.fromEntries(new URL(request.url).searchParams))
  return createFileResponse(organizationId, 'responses', format, async () => {
    const responses = await runAsActor(actorContext, async () => {
      const selection = ids === undefined ? await resolveResponseQuery({ organizationId, principal }, query) : { ids }
      return exportResponses(organizationId, selection)
    })
    if (format === 'json') return streamJson(readJson(responses))
    const [timeZone, properties] = await Promise.all([
      getOrganizationTimeZone(organizationId),
      loadContactProperties(organizationId),
    ])
    const locale = negotiateRequestLocale(request.headers)
    const sheetName = getTranslator(locale, 'responses')('title')
    const open = () => toResponseTable(organizationId, responses, { locale, timeZone, properties })
    return streamSpreadsheet({ format, locale, sheetName, open })
  })
}

async function* readJson({ rows }: ResponseExport) {
  for await (const { response } of rows()) yield response
}
