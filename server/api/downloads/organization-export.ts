import type { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { runAsActor } from '../../actor-context'
import { audit } from '../../audit/audit'
import { EXPORT_READERS } from '../../export/organization-export'
import { log } from '../../log'
import { transact } from '../../unit-of-work'
import { authorizeDownload, createFileResponse, streamText } from './file-response'

/**
 * GET /api/export: streams all data of the organization to its owner, as a ZIP file with one JSON Lines file (UTF-8)
 * per kind of record. The export is audited before it starts.
 * @throws {Unauthenticated} @throws {Forbidden} @throws {RateLimitExceeded}
 */
export async function handleOrganizationExport(request: Request): Promise<Response> {
  const { organizationId, actorContext } = await authorizeDownload(request, 'organization:own')
  return createFileResponse(organizationId, 'organization', 'zip', async () => {
    await runAsActor(actorContext, () => transact(() => audit(organizationId, { action: 'organization.exported' })))
    return streamZip(organizationId)
  })
}

function streamZip(organizationId: string): Readable {
  const zip = new ZipFile()
  const file = zip.outputStream as Readable
  for (const [name, read] of Object.entries(EXPORT_READERS))
    zip.addReadStreamLazy(`${name}.jsonl`, {}, (begin) => begin(null, streamText(toJsonLines(read(organizationId)))))
  zip.on('error', (error: Error) => {
    // The response has started: the client sees it truncated.
    log.error({ organizationId, err: error }, 'an export broke off')
    file.destroy(error)
  })
  zip.end()
  return file
}

async function* toJsonLines(rows: AsyncIterable<object>) {
  for await (const row of rows) yield `${JSON.stringify(row)}\n`
}
