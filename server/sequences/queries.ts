import type { Sending } from '@/prisma/generated/client'
import type { Tx } from '../db'

type NewSendings = Pick<Sending, 'sequenceId' | 'surveyId' | 'employeeId' | 'status' | 'anchorAt'> & {
  sendings: readonly Pick<Sending, 'id' | 'contactId' | 'email' | 'locationId'>[]
  dueAt: Date
}

export async function insertSendings(
  tx: Tx,
  organizationId: string,
  { sendings, sequenceId, surveyId, employeeId, status, anchorAt, dueAt }: NewSendings,
): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO sending (id, organization_id, sequence_id, survey_id, contact_id, email, location_id, employee_id, status, anchor_at,
      due_at, created_at, updated_at)
    SELECT id, ${organizationId}::uuid, ${sequenceId}::uuid, ${surveyId}::uuid, contact_id, email, location_id,
      ${employeeId}::uuid, ${status}, ${anchorAt}, ${dueAt}, ${anchorAt}, ${anchorAt}
    FROM unnest(${sendings.map(({ id }) => id)}::uuid[], ${sendings.map(({ contactId }) => contactId)}::uuid[],
      ${sendings.map(({ email }) => email)}::text[], ${sendings.map(({ locationId }) => locationId)}::uuid[])
      AS s(id, contact_id, email, location_id)`
}
