import { v7 as uuidv7 } from 'uuid'
import { db, type Prisma } from '../../db'
import { encryptSecret } from '../../encryption'
import type { ClaimedAttempt } from '../../webhooks/delivery/claimed-attempt'
import { recordResultsAndClaimAttempts } from '../../webhooks/delivery/queries'
import { generateSecret } from '../../webhooks/subscriptions/subscription-rows'

export async function aSigningSubscription(
  organizationId: string,
  triggerTypes: readonly string[],
  data: Partial<Prisma.WebhookSubscriptionUncheckedCreateInput> = {},
) {
  const id = uuidv7()
  const secret = generateSecret()
  const row = await db.webhookSubscription.create({
    data: {
      id,
      organizationId,
      hookUrl: `https://receiver.example/${id}`,
      triggerTypes: [...triggerTypes],
      secretEncrypted: encryptSecret('webhook-secret', secret, id),
      ...data,
    },
  })
  return { ...row, secret }
}

export async function aDelivery(
  organizationId: string,
  subscriptionId: string,
  data: Partial<Prisma.WebhookDeliveryUncheckedCreateInput> = {},
) {
  return db.webhookDelivery.create({
    data: {
      organizationId,
      subscriptionId,
      kind: 'new_contact',
      body: '[{"id":"1"}]',
      nextAttemptAt: new Date(),
      ...data,
    },
  })
}

/** Makes a delivery due now instead of waiting for its backoff. */
export async function makeDeliveryDue(deliveryId: string): Promise<void> {
  await db.webhookDelivery.update({ where: { id: deliveryId }, data: { nextAttemptAt: new Date(Date.now() - 1) } })
}

/** Opens the next attempt of a due delivery, without sending it. */
export async function claimDelivery(organizationId: string, deliveryId: string): Promise<ClaimedAttempt> {
  const { claims } = await recordResultsAndClaimAttempts(organizationId, [], { capacity: 1, only: deliveryId })
  if (!claims[0]) throw new Error('the delivery could not be claimed')
  return claims[0]
}
