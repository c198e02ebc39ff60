import { runAsActor } from '../../actor-context'
import { exportContactData } from '../../export/contact-data-export'
import { Id } from '../../validation/schema'
import { authorizeDownload, createFileResponse, streamText } from './file-response'

/**
 * GET /api/contact-data?id=: streams everything that is stored about a contact to an owner or admin, as one JSON object. The export is
 * audited before it starts.
 * @throws {Unauthenticated} @throws {Forbidden} @throws {NotFound} @throws {RateLimitExceeded}
 */
export async function handleContactDataExport(request: Request): Promise<Response> {
  const { organizationId, actorContext } = await authorizeDownload(request, 'admin')
  const id = Id.parse(new URL(request.url).searchParams.get('id'))
  const data = await runAsActor(actorContext, () => exportContactData(organizationId, id))
  return createFileResponse(organizationId, 'contact', 'json', async () => streamText(toJsonObject(data)))
}

type ContactData = Awaited<ReturnType<typeof exportContactData>>

async function* toJsonObject({ contact, lists }: ContactData): AsyncGenerator<string> {
  yield `{\n"contact": ${JSON.stringify(contact)}`
  for (const [name, rows] of Object.entries(lists)) {
    yield `,\n${JSON.stringify(name)}: [`
    let separator = '\n'
    for await (const row of rows) {
      yield `${separator}${JSON.stringify(row)}`
      separator = ',\n'
    }
    yield ']'
  }
  yield '\n}\n'
}
