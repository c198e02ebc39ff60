import { v7 as uuidv7 } from 'uuid'
import { type ActorContext, runAsActor, toActorSnapshot } from '../../actor-context'
import { Unauthenticated } from '../../errors'
import { getTranslator } from '../../messages/message-catalogue'
import { requireScope } from '../../principal'
import { readClientIpAddress } from '../../rate-limit/client-ip-address'
import { listSubscriptionsWithSecrets } from '../../webhooks/dashboard/list-subscriptions-with-secrets'
import { logServerError, toAppError } from '../error-mapping'
import { readPrincipalAndRateLimit } from './session'

export async function handleListWebhooksWithSecrets(request: Request): Promise<Response> {
  const requestId = uuidv7()
  const headers = { 'Cache-Control': 'no-store', 'X-Request-Id': requestId }
  try {
    const principal = await readPrincipalAndRateLimit(request.headers)
    if (!principal) throw new Unauthenticated()
    requireScope(principal, 'admin')
    const { organizationId, actor } = principal
    const actorContext: ActorContext = {
      actor: toActorSnapshot(actor),
      origin: { address: readClientIpAddress(request.headers), requestId },
    }
    const data = await runAsActor(actorContext, () => listSubscriptionsWithSecrets(organizationId))
    return Response.json({ data: data.map(withFailureMessages) }, { headers })
  } catch (error) {
    logServerError(error, { requestId, path: '/api/settings/webhooks' })
    const { status, code, message } = toAppError(error)
    return Response.json({ error: { code, message } }, { status, headers })
  }
}

type Subscription = Awaited<ReturnType<typeof listSubscriptionsWithSecrets>>[number]

function withFailureMessages({ attempts, ...subscription }: Subscription) {
  const t = getTranslator('en', 'webhooks')
  return {
    ...subscription,
    attempts: attempts.map((attempt) => ({
      ...attempt,
      error: attempt.error && `${attempt.error}: ${t(`failure.${attempt.error}`)}`,
    })),
  }
}
