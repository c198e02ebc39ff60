import { now } from '../clock'
import { Prisma } from '../db'
import { alertsQueued, deliveriesQueued, sendingsQueued, systemEmailQueued } from '../jobs/events'
import type { Work } from '../unit-of-work'
import { HOLDS } from './vocabulary'

/** Resumes everything postponed by a hold. Call it in the transaction that lifts the hold, after locking the organization row. */
export async function wakeHeld({ tx, wake }: Work, organizationId: string): Promise<void> {
  const at = now()
  const sendings = await tx.$executeRaw(Prisma.sql`
    UPDATE sending SET due_at = ${at} WHERE organization_id = ${organizationId}::uuid AND ended_at IS NULL AND due_at IS NULL
      AND EXISTS (SELECT FROM sending_step s WHERE s.organization_id = ${organizationId}::uuid AND s.sending_id = sending.id
        AND s.ended_at IS NULL AND ${isHeld(Prisma.raw('s.'))})`)
  const deliveries = await tx.$executeRaw(Prisma.sql`
    UPDATE webhook_delivery SET next_attempt_at = ${at}, reason = NULL
    WHERE organization_id = ${organizationId}::uuid AND status = 'pending' AND next_attempt_at IS NULL`)
  const emails = await tx.$executeRaw(Prisma.sql`
    UPDATE system_email SET due_at = ${at}, reason = NULL
    WHERE organization_id = ${organizationId}::uuid AND ended_at IS NULL AND reason ->> 'code' = ANY(${[...HOLDS]}::text[])`)
  const posts = await tx.$executeRaw(Prisma.sql`
    UPDATE alert_message SET next_attempt_at = ${at}, reason = NULL
    WHERE organization_id = ${organizationId}::uuid AND next_attempt_at IS NOT NULL AND reason ->> 'code' = ANY(${[...HOLDS]}::text[])`)
  if (posts > 0) wake(alertsQueued(organizationId))
  if (sendings > 0) wake(sendingsQueued(organizationId))
  if (deliveries > 0) wake(deliveriesQueued(organizationId))
  if (emails > 0) wake(systemEmailQueued(organizationId))
}

/** Also matches rows of the previous version, which stored a sentence instead of a code. */
function isHeld(row: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(${row}why ->> 'code' = ANY(${[...HOLDS]}::text[]) OR ${row}why IS NULL AND ${row}reason IS NOT NULL)`
}
