import { audit } from '../audit/audit'
import { writeEvents } from '../cases/events'
import { now } from '../clock'
import { Prisma, type Tx } from '../db'
import { NotFound } from '../errors'
import { transact } from '../unit-of-work'

/** Free text. Scores and choices do not identify a person. */
const WRITTEN = Prisma.sql`answer ->> 'type' = 'text'`

/**
 * Erases the free text of a response and its copies: stored webhook bodies, and Outbox messages that name the contact. Scores and
 * choices stay. A webhook call in progress is not aborted.
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

/** Removes free-text answers from responses and records that in their history. */
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
 * Deletes webhook deliveries whose body contains the id, pending ones included. Responses stored for an Idempotency-Key are encrypted
 * and expire within a day.
 */
export async function eraseCopies(tx: Tx, organizationId: string, id: string): Promise<void> {
  await tx.$executeRaw`
    DELETE FROM webhook_delivery WHERE organization_id = ${organizationId}::uuid AND body LIKE ${`%${id}%`}`
}
