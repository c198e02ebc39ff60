import { v7 as uuidv7 } from 'uuid'
import { Unauthenticated } from '../errors'
import { requireScope } from '../principal'
import { listSubscriptionsWithAttempts } from '../webhooks/console/subscription-details'
import { logFailure, toAppError } from './failure'
import { principalIn } from './session'

/**
 * GET /api/settings/webhooks (interface specification, 4.6): every subscription with its secret and newest attempts, for
 * an owner's or admin's session. An API key opens nothing here: only the session cookie is looked at.
 */
export async function handleWebhookSettings(request: Request): Promise<Response> {
  const requestId = uuidv7()
  const headers = { 'Cache-Control': 'no-store', 'X-Request-Id': requestId }
  try {
    const principal = await principalIn(request.headers)
    if (!principal) throw new Unauthenticated()
    requireScope(principal, 'admin')
    return Response.json({ data: await listSubscriptionsWithAttempts(principal.organizationId) }, { headers })
  } catch (error) {
    logFailure(error, { requestId, path: '/api/settings/webhooks' })
    const { status, code, message } = toAppError(error)
    return Response.json({ error: { code, message } }, { status, headers })
  }
}
