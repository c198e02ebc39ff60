import { v7 as uuidv7 } from 'uuid'
import { Unauthenticated } from '../../errors'
import { translator } from '../../messages/messages'
import { doerOf, onBehalfOf } from '../../organization-context'
import { requireScope } from '../../principal'
import { clientAddress } from '../../throttle/client-address'
import { listSubscriptionsWithAttempts } from '../../webhooks/console/subscription-details'
import type { SubscriptionDetail } from '../../webhooks/schema'
import { logFailure, toAppError } from '../failure'
import { principalIn } from './session'

/**
 * GET /api/settings/webhooks (interface specification, 4.6): all subscriptions with their secrets and newest attempts,
 * for owners and admins. Requires a session; API keys are ignored.
 */
export async function handleWebhookSettings(request: Request): Promise<Response> {
  const requestId = uuidv7()
  const headers = { 'Cache-Control': 'no-store', 'X-Request-Id': requestId }
  try {
    const principal = await principalIn(request.headers)
    if (!principal) throw new Unauthenticated()
    requireScope(principal, 'admin')
    const { organizationId, actor } = principal
    const by = { doer: doerOf(actor), origin: { address: clientAddress(request.headers), requestId } }
    const data = await onBehalfOf(organizationId, () => listSubscriptionsWithAttempts(organizationId), by)
    return Response.json({ data: data.map(inWords) }, { headers })
  } catch (error) {
    logFailure(error, { requestId, path: '/api/settings/webhooks' })
    const { status, code, message } = toAppError(error)
    return Response.json({ error: { code, message } }, { status, headers })
  }
}

/** Always English: `TIMEOUT: No answer within 10 seconds.` */
function inWords({ attempts, ...subscription }: SubscriptionDetail) {
  const t = translator('en', 'webhooks')
  return {
    ...subscription,
    attempts: attempts.map((attempt) => ({
      ...attempt,
      error: attempt.error && `${attempt.error}: ${t(`failure.${attempt.error}`)}`,
    })),
  }
}
