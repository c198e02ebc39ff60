import { readOwnData } from '../auth/own-data'
import { Unauthenticated } from '../errors'
import { principalIn } from './session'
import { requireUser } from './trpc'

/**
 * GET /api/account: everything that is kept about the signed-in person, as a JSON file.
 * @throws {Unauthenticated}
 */
export async function handleOwnData(request: Request): Promise<Response> {
  const principal = await principalIn(request.headers)
  if (!principal) throw new Unauthenticated()
  const data = await readOwnData(requireUser(principal))
  return new Response(JSON.stringify(data, null, 2), {
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': `attachment; filename="account-${new Date().toISOString().slice(0, 10)}.json"`,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  })
}
