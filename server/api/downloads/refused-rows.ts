import { runAsActor } from '../../actor-context'
import { openRefusedRows } from '../../imports/contacts/refused-rows'
import { Id } from '../../validation/schema'
import { negotiateRequestLocale } from '../session/session'
import { authorizeDownload, createFileResponse, streamCsv } from './file-response'

/**
 * GET /api/contact-imports?id=: streams the refused rows of an import as CSV, as they were in the file, with the reasons in the reader's
 * language.
 * @throws {Unauthenticated} @throws {Forbidden} @throws {NotFound} @throws {RateLimitExceeded}
 */
export async function handleRefusedRowsDownload(request: Request): Promise<Response> {
  const { organizationId, actorContext } = await authorizeDownload(request, 'contacts:read')
  const id = Id.parse(new URL(request.url).searchParams.get('id'))
  const locale = negotiateRequestLocale(request.headers)
  const table = await runAsActor(actorContext, () => openRefusedRows(organizationId, id, locale))
  return createFileResponse(organizationId, 'refused-rows', 'csv', async () => streamCsv(locale, () => table))
}
