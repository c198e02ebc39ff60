import { v7 as uuidv7 } from 'uuid'
import type { TriggerAddress as AddressRow } from '@/prisma/generated/client'
import { now } from '../../clock'
import { db } from '../../db'
import { decryptSecret } from '../../encryption'
import { BacklogFull } from '../../errors'
import { transact } from '../../unit-of-work'
import { hashAddressSecret } from './address-secret'
import { type RefusedOutcome, TRIGGER_WAITING_MAX_BYTES } from './constants'
import type { Finding } from './map-request-body'
import { measureWaitingBodies } from './queries'
import { TriggerSettings } from './schema'
import { isSignatureValid, type SignatureInput } from './verify-signature'

export type ReceivingAddress = AddressRow

/** The address with a secret, also if it was rotated and the old secret has not been ended; null if there is none. */
export async function findTriggerAddress(secret: string): Promise<AddressRow | null> {
  const hash = hashAddressSecret(secret)
  if (hash === null) return null
  const address = await db.triggerAddress.findFirst({
    where: { OR: [{ secretHash: hash }, { previousSecretHash: hash }] },
  })
  if (address?.previousSecretHash && Buffer.from(address.previousSecretHash).equals(hash))
    await db.triggerAddress.updateMany({ where: { id: address.id }, data: { previousUsedAt: now() } })
  return address
}

/** Whether a request is signed as the settings require; true if they require nothing. */
export function isSignedAsRequired(address: AddressRow, request: SignatureInput): boolean {
  const signature = address.settings === null ? null : TriggerSettings.parse(address.settings).signature
  if (signature === null) return true
  const { id, signingSecretEncrypted } = address
  if (signingSecretEncrypted === null) return false
  return isSignatureValid(signature, request, decryptSecret('trigger-signing-secret', signingSecretEncrypted, id))
}

const RETRY_AFTER_S = 60

/** @throws {BacklogFull} if the content that waits for decisions takes too much room */
export async function requireRoomForRequests(
  organizationId: string,
  maxBytes: number = TRIGGER_WAITING_MAX_BYTES,
): Promise<void> {
  if ((await measureWaitingBodies(organizationId)) > maxBytes) throw new BacklogFull('requests', RETRY_AFTER_S)
}

/** Stores what was received, to be decided by the queue; as samples while the address is off. It is committed when this returns. */
export async function storeRequests(
  { organizationId, id: addressId, isActive }: AddressRow,
  bodies: readonly Record<string, unknown>[],
): Promise<void> {
  const at = now()
  const state = isActive ? { dueAt: at } : { outcome: 'sample', decidedAt: at }
  await transact(async ({ tx, signal }) => {
    await tx.triggerRequest.createMany({
      data: bodies.map((body) => ({
        id: uuidv7(),
        organizationId,
        addressId,
        body: JSON.stringify(body),
        createdAt: at,
        ...state,
      })),
    })
    if (isActive) signal({ queue: 'sequences/trigger-requests', organizationId })
  })
}

/** Lists a refused request in the log, without its body. */
export async function recordRefusedRequest(
  { organizationId, id: addressId }: AddressRow,
  outcome: RefusedOutcome,
  details: Finding[],
): Promise<void> {
  const at = now()
  await db.triggerRequest.create({
    data: { organizationId, addressId, outcome, details, createdAt: at, decidedAt: at },
  })
}
