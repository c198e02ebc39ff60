import { type ActorContext, toActorSnapshot } from '../../actor-context'
import { auditUser } from '../../audit/audit'
import { exportUserData } from '../../auth/user-data-export'
import { Unauthenticated } from '../../errors'
import { readClientAddress } from '../../rate-limit/client-address'
import { transact } from '../../unit-of-work'
import { requireUser } from '../routers/trpc'
import { readPrincipal } from '../session/session'

/**
 * GET /api/account: everything stored about the signed-in user, as a JSON file. The export is audited before it starts.
 * @throws {Unauthenticated}
 */
export async function handlePersonalDataExport(request: Request): Promise<Response> {
  const principal = await readPrincipal(request.headers)
  if (!principal) throw new Unauthenticated()
  const person = requireUser(principal)
  const { userId } = person
  const actorContext: ActorContext = {
    actor: toActorSnapshot(person),
    origin: { address: readClientAddress(request.headers), requestId: null },
  }
  await transact(() => auditUser(userId, { action: 'account.exported', actorContext: actorContext, about: { userId } }))
  const data = await exportUserData(person)
  return new Response(JSON.stringify(data, null, 2), {
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': `attachment; filename="account-${new Date().toISOString().slice(0, 10)}.json"`,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  })
}
