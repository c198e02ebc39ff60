import { v7 as uuidv7 } from 'uuid'
import { now } from '../../clock'
import type { Tx } from '../../db'
import { deliveriesQueued } from '../../jobs/events'
import type { Work } from '../../unit-of-work'
import { enforceAddressLimit } from './address-limit'
import { joinRow, leaveRow, lockRow } from './subscription-rows'

const KIND = 'step.completed'

/**
 * Called when a step with this address is saved: the address's row holds `step.completed` and is active again. A row
 * that is created here belongs to no key.
 * @param hookUrl normalised, as checkTargetUrl answers it.
 * @param field the input field that the error names. @throws {ValidationError} past the organization's limit.
 */
export async function retainStepWebhook(
  { tx }: Work,
  organizationId: string,
  hookUrl: string,
  field = 'webhookUrl',
): Promise<void> {
  await joinRow(tx, { organizationId, hookUrl, kinds: [KIND] }, null, () =>
    enforceAddressLimit(tx, organizationId, hookUrl, field),
  )
}

/**
 * Called after the steps are written, for an address that one of them has stopped using. While any step of the
 * organization uses it, nothing changes; after that, `step.completed` leaves the row, and the row goes with its last kind.
 */
export async function releaseStepWebhook({ tx }: Work, organizationId: string, hookUrl: string): Promise<void> {
  // The lock comes first: of two transactions that each remove one of two steps, the second sees what the first did.
  const row = await lockRow(tx, organizationId, { hookUrl })
  if (!row?.triggerTypes.includes(KIND)) return
  const user = await tx.sequenceStep.findFirst({ where: { organizationId, webhookUrl: hookUrl }, select: { id: true } })
  if (!user) await leaveRow(tx, organizationId, row, KIND)
}

export type StepCompleted = { organizationId: string; hookUrl: string; payload: object }

/**
 * Queues one delivery to the step's own address, its body the bare payload. Whether the address may be called (https, no
 * private network) is judged anew where it is dialled, so at each firing and each retry; here a transaction holds locks,
 * and a name server must not be waited for. A row that was removed with its owner key
 * comes back without an owner and with a new secret; one that is deactivated or paused is skipped and stays as it is.
 */
export async function emitStepCompleted(
  work: Work,
  { organizationId, hookUrl, payload }: StepCompleted,
): Promise<void> {
  const { tx, wake } = work
  const subscriptionId = await receivingRow(tx, organizationId, hookUrl)
  if (subscriptionId === null) return
  const id = uuidv7()
  const body = JSON.stringify(payload)
  await tx.webhookDelivery.create({
    data: { id, organizationId, subscriptionId, kind: KIND, body, nextAttemptAt: now() },
  })
  wake(deliveriesQueued(organizationId))
}

/** The id of the row that takes the event, locked against deletion; null when it is to be skipped. */
async function receivingRow(tx: Tx, organizationId: string, hookUrl: string): Promise<string | null> {
  const [row] = await tx.$queryRaw<{ id: string; holds: boolean; receives: boolean }[]>`
    SELECT s.id, ${KIND} = ANY(s.trigger_types) AS holds, s.active AND coalesce(k.is_active, true) AS receives
    FROM webhook_subscription s LEFT JOIN api_key k ON k.id = s.owner_key_id
    WHERE s.organization_id = ${organizationId}::uuid AND s.hook_url = ${hookUrl} FOR KEY SHARE OF s`
  if (row && !row.receives) return null
  if (row?.holds) return row.id
  // The step may have let go of the address while its message was on the way: that must not bring the row back.
  const users = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM sequence_step WHERE organization_id = ${organizationId}::uuid AND webhook_url = ${hookUrl} FOR SHARE`
  if (users.length === 0) return null
  // A 410 may have come in since: firing a step must not reactivate the row.
  if ((await lockRow(tx, organizationId, { hookUrl }))?.active === false) return null
  const joined = await joinRow(tx, { organizationId, hookUrl, kinds: [KIND] }, null)
  return joined.row.id
}
