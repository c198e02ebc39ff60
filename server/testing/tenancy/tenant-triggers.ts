import { randomBytes } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { now } from '@/server/clock'
import { encryptSecret } from '@/server/encryption'
import type { RowBatch } from './row-batch'
import type { TenantColumns } from './tenant-reviews'

/** The trigger address of a sequence, with a request that can be sent again. */
export function addTriggerAddress(
  rows: RowBatch,
  base: TenantColumns,
  canary: string,
  { sequence, contact }: { sequence: string; contact: string },
) {
  const id = uuidv7()
  const triggerSecret = encryptSecret('trigger-address-secret', `Secret ${canary}`, id)
  const signingSecret = encryptSecret('trigger-signing-secret', `Key ${canary}`, id)
  const triggerAddress = rows.add('TriggerAddress', {
    ...base,
    id,
    sequenceId: sequence,
    secretHash: randomBytes(32),
    secretEncrypted: triggerSecret,
    previousSecretHash: randomBytes(32),
    signingSecretEncrypted: signingSecret,
    settings: { recipe: 'custom', mapping: { email: { path: ['email', canary] } }, reentryDays: 0 },
    isActive: true,
  })
  const triggerRequest = rows.add('TriggerRequest', {
    ...base,
    addressId: triggerAddress,
    body: JSON.stringify({ email: { [canary]: `trigger-${canary}@example.com` } }),
    outcome: 'failed',
    details: [{ field: canary, message: 'trigger.noEmail' }],
    contactId: contact,
    sendingId: uuidv7(),
    replayOfId: uuidv7(),
    decidedAt: now(),
    createdAt: now(),
  })
  return { triggerAddress, triggerRequest, triggerSecrets: [triggerSecret, signingSecret] }
}
