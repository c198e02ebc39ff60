import type { Tx } from '../../db'
import { ValidationError } from '../../errors'
import { lockOrganization } from '../../locks'
import { errorMessage } from '../../messages/error-message'

export const MAX_WEBHOOK_URLS = 100

/**
 * Counts under a lock on the organization, so that concurrent creations cannot exceed the limit together. A step's address
 * counts even if its row was removed: the next completion recreates the row without a check.
 * @param field the input field that the error refers to.
 * @throws {ValidationError}
 */
export async function enforceAddressLimit(
  tx: Tx,
  organizationId: string,
  hookUrl: string,
  field: string,
): Promise<void> {
  await lockOrganization(tx, organizationId, 'NO KEY UPDATE')
  const subscriptions = await tx.webhookSubscription.findMany({ where: { organizationId }, select: { hookUrl: true } })
  const steps = await tx.sequenceStep.findMany({
    where: { organizationId, webhookUrl: { not: null } },
    select: { webhookUrl: true },
  })
  const used = [...subscriptions.map((row) => row.hookUrl), ...steps.map((step) => step.webhookUrl)]
  if (new Set([...used, hookUrl]).size <= MAX_WEBHOOK_URLS) return
  throw new ValidationError({
    [field]: [errorMessage('webhook.addresses', { maximum: MAX_WEBHOOK_URLS })],
  })
}
