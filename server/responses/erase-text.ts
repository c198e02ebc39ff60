import { audit } from '../audit/audit'
import { writeEvents } from '../cases/events'
import { now } from '../clock'
import { Prisma, type Tx } from '../db'
import { NotFound } from '../errors'
import { transact } from '../unit-of-work'

/** What people wrote themselves: scores and choices say nothing of who they are. */
const WRITTEN = Prisma.sql`answer ->> 'type' = 'text'`

/**
 * Removes what the person wrote from one response, and every copy of it: stored webhook bodies, and messages in the Outbox that name the
 * person. Its scores and choices stay. What is on its way to a receiver at this moment is not called back.
 *
 * @throws {NotFound}
 */
export async function eraseResponseText(organizationId: string, id: string): Promise<{ id: string; erased: true }> {
  await transact(async ({ tx }) => {
    const response = await tx.response.findFirst({ where: { organizationId, id }, select: { contactId: true } })
    if (!response) throw new NotFound('response')
    await eraseTextOf(tx, organizationId, [id])
    await eraseCopies(tx, organizationId, id)
    await tx.$executeRaw`
      DELETE FROM captured_message
      WHERE organization_id = ${organizationId}::uuid AND named_contact_ids @> ARRAY[${response.contactId}::uuid]`
    await audit(organizationId, { action: 'response.text_erased', record: { type: 'response', id, name: null } })
  })
  return { id, erased: true }
}

/** Removes the answers that people wrote themselves from responses, and notes it in their history. */
export async function eraseTextOf(tx: Tx, organizationId: string, ids: readonly string[]): Promise<void> {
  const erased = await tx.$queryRaw<{ id: string }[]>`
    UPDATE response SET updated_at = ${now()}, answers = (
      SELECT coalesce(jsonb_agg(answer ORDER BY place), '[]')
      FROM jsonb_array_elements(answers) WITH ORDINALITY AS given(answer, place) WHERE NOT ${WRITTEN})
    WHERE organization_id = ${organizationId}::uuid AND id = ANY (${[...ids]}::uuid[])
      AND EXISTS (SELECT FROM jsonb_array_elements(answers) AS answer WHERE ${WRITTEN})
    RETURNING id`
  await writeEvents(
    tx,
    organizationId,
    erased.map(({ id: responseId }) => ({ responseId, kind: 'textErased' as const })),
  )
}

/**
 * Removes webhook deliveries that name a record, pending ones too. The answers that are kept for an Idempotency-Key are encrypted, and go
 * within a day.
 */
export async function eraseCopies(tx: Tx, organizationId: string, id: string): Promise<void> {
  await tx.$executeRaw`
    DELETE FROM webhook_delivery WHERE organization_id = ${organizationId}::uuid AND body LIKE ${`%${id}%`}`
}
