import { type By, doerOf } from '../../actor-context'
import { auditPerson } from '../../audit/audit'
import { readOwnData } from '../../auth/personal-data-export'
import { Unauthenticated } from '../../errors'
import { clientAddress } from '../../rate-limit/client-address'
import { transact } from '../../unit-of-work'
import { requireUser } from '../routers/trpc'
import { principalIn } from '../session/session'

/**
 * GET /api/account: everything stored about the signed-in user, as a JSON file. The export is audited before it starts.
 * @throws {Unauthenticated}
 */
export async function handleOwnData(request: Request): Promise<Response> {
  const principal = await principalIn(request.headers)
  if (!principal) throw new Unauthenticated()
  const person = requireUser(principal)
  const { userId } = person
  const actorContext: By = {
    doer: doerOf(person),
    origin: { address: clientAddress(request.headers), requestId: null },
  }
  await transact(() => auditPerson(userId, { action: 'account.exported', by: actorContext, about: { userId } }))
  const data = await readOwnData(person)
  return new Response(JSON.stringify(data, null, 2), {
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': `attachment; filename="account-${new Date().toISOString().slice(0, 10)}.json"`,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  })
}
