import { v7 as uuidv7 } from 'uuid'
import { type By, doerOf, onBehalfOf } from '../../actor-context'
import { Unauthenticated } from '../../errors'
import { translator } from '../../messages/messages'
import { requireScope } from '../../principal'
import { clientAddress } from '../../rate-limit/client-address'
import { listSubscriptionsWithAttempts } from '../../webhooks/dashboard/list-subscriptions-with-attempts'
import type { SubscriptionDetail } from '../../webhooks/schema'
import { logFailure, toAppError } from '../error-mapping'
import { principalIn } from './session'

export async function handleWebhookSettings(request: Request): Promise<Response> {
  const requestId = uuidv7()
  const headers = { 'Cache-Control': 'no-store', 'X-Request-Id': requestId }
  try {
    const principal = await principalIn(request.headers)
    if (!principal) throw new Unauthenticated()
    requireScope(principal, 'admin')
    const { organizationId, actor } = principal
    const actorContext: By = { doer: doerOf(actor), origin: { address: clientAddress(request.headers), requestId } }
    const data = await onBehalfOf(organizationId, () => listSubscriptionsWithAttempts(organizationId), actorContext)
    return Response.json({ data: data.map(withFailureMessages) }, { headers })
  } catch (error) {
    logFailure(error, { requestId, path: '/api/settings/webhooks' })
    const { status, code, message } = toAppError(error)
    return Response.json({ error: { code, message } }, { status, headers })
  }
}

function withFailureMessages({ attempts, ...subscription }: SubscriptionDetail) {
  const t = translator('en', 'webhooks')
  return {
    ...subscription,
    attempts: attempts.map((attempt) => ({
      ...attempt,
      error: attempt.error && `${attempt.error}: ${t(`failure.${attempt.error}`)}`,
    })),
  }
}
