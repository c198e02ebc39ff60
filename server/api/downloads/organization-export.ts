import type { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { type By, doerOf, onBehalfOf } from '../../actor-context'
import { audit } from '../../audit/audit'
import { Unauthenticated } from '../../errors'
import { EXPORTED } from '../../export/organization-export'
import { log } from '../../log'
import { requireScope } from '../../principal'
import { clientAddress } from '../../rate-limit/client-address'
import { transact } from '../../unit-of-work'
import { principalIn } from '../session/session'
import { fileAnswer, textOf } from './file-response'

/**
 * GET /api/export: streams all data of the organization to its owner, as a ZIP file with one JSON Lines file (UTF-8)
 * per kind of record. The export is audited before it starts.
 * @throws {Unauthenticated} @throws {Forbidden} @throws {RateLimitExceeded}
 */
export async function handleOrganizationFile(request: Request): Promise<Response> {
  const principal = await principalIn(request.headers)
  if (!principal) throw new Unauthenticated()
  requireScope(principal, 'organization:own')
  const { organizationId, actor } = principal
  const actorContext: By = { doer: doerOf(actor), origin: { address: clientAddress(request.headers), requestId: null } }
  return fileAnswer(organizationId, { name: 'organization', type: 'zip' }, async () => {
    await onBehalfOf(
      organizationId,
      () => transact(() => audit(organizationId, { action: 'organization.exported' })),
      actorContext,
    )
    return streamZip(organizationId)
  })
}

function streamZip(organizationId: string): Readable {
  const zip = new ZipFile()
  const file = zip.outputStream as Readable
  for (const [name, read] of Object.entries(EXPORTED))
    zip.addReadStreamLazy(`${name}.jsonl`, {}, (begin) =>
      begin(null, textOf(organizationId, toJsonLines(read(organizationId)))),
    )
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
