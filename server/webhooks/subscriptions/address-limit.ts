import type { Tx } from '../../db'
import { ValidationError } from '../../errors'
import { sentence } from '../../messages/sentence'

/** What one organization's events may fan out to: the addresses of its subscriptions and of its steps. */
export const MAX_ADDRESSES = 100

/**
 * Counted under a lock on the organization, so that parallel creations cannot pass the limit together. An address of a
 * step counts although its row may be gone: the next completion makes it anew, and asks nobody.
 * @param field the input field that the error names. @throws {ValidationError}
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
