import { runAsActor } from '../../actor-context'
import { loadContactProperties } from '../../contact-properties/contact-properties'
import { exportContacts } from '../../contacts/export-contacts'
import { toContactTable } from '../../contacts/export-table'
import { ExportContacts } from '../../contacts/schema'
import { getTranslator } from '../../messages/message-catalogue'
import { getOrganizationTimeZone } from '../../time-zones'
import { negotiateRequestLocale } from '../session/session'
import { authorizeDownload, createFileResponse, streamJson, streamSpreadsheet } from './file-response'

/**
 * GET /api/contacts: streams the contacts that match the filters of the list (newest first) or `ids`, as CSV (RFC 4180) or XLSX with times
 * in the organization's time zone, or with `format=json` as an array of API objects with their last survey and answer. The export and its
 * row count are audited before it starts.
 * @throws {Unauthenticated} @throws {Forbidden} @throws {ValidationError} @throws {RateLimitExceeded}
 */
export async function handleContactsExport(request: Request): Promise<Response> {
  const { organizationId, actorContext } = await authorizeDownload(request, 'contacts:read')
  const { format, ids, ...query } = ExportContacts.parse(readParameters(request))
  return createFileResponse(organizationId, 'contacts', format, async () => {
    const contacts = await runAsActor(actorContext, () => exportContacts(organizationId, ids ? { ids } : { query }))
    if (format === 'json') return streamJson(contacts)
    const [properties, timeZone] = await Promise.all([
      loadContactProperties(organizationId),
      getOrganizationTimeZone(organizationId),
    ])
    const locale = negotiateRequestLocale(request.headers)
    const sheetName = getTranslator(locale, 'contacts')('title')
    const open = () => toContactTable(contacts, { locale, timeZone, properties })
    return streamSpreadsheet({ format, locale, sheetName, open })
  })
}

function readParameters({ url }: Request): Record<string, unknown> {
  const { searchParams } = new URL(url)
  const conditions = searchParams.getAll('property')
  return { ...Object.fromEntries(searchParams), ...(conditions.length > 0 ? { property: conditions } : {}) }
}
