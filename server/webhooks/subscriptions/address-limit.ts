import type { Tx } from '../../db'
import { ValidationError } from '../../errors'
import { sentence } from '../../messages/sentence'

/** Limits the fan-out of events: distinct addresses of an organization's subscriptions and steps. */
export const MAX_ADDRESSES = 100

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
  await tx.$queryRaw`SELECT id FROM organization WHERE id = ${organizationId}::uuid FOR NO KEY UPDATE`
  const [row] = await tx.$queryRaw<{ addresses: number }[]>`
    SELECT count(*)::int AS addresses FROM (
      SELECT hook_url FROM webhook_subscription WHERE organization_id = ${organizationId}::uuid
      UNION SELECT webhook_url FROM sequence_step WHERE organization_id = ${organizationId}::uuid AND webhook_url IS NOT NULL
      UNION SELECT ${hookUrl}) a`
  if ((row?.addresses ?? 0) <= MAX_ADDRESSES) return
  throw new ValidationError({
    [field]: [sentence('webhook.addresses', { maximum: MAX_ADDRESSES })],
  })
}
