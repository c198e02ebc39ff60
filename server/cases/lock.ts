import type { Tx } from '../db'
import { NotFound } from '../errors'
import type { ResponseCase } from './schema'

export type Held = ResponseCase & { id: string }

/**
 * Locks responses until the transaction ends, in a fixed order to avoid deadlocks. Skips responses that are not submitted, which have no
 * case.
 */
export async function lockResponses(tx: Tx, organizationId: string, ids: readonly string[]): Promise<Held[]> {
  return tx.$queryRaw<Held[]>`
    SELECT id, case_state AS state, assignee_id AS "assigneeId", to_char(due_on, 'YYYY-MM-DD') AS "dueOn" FROM response
    WHERE organization_id = ${organizationId}::uuid AND id = ANY (${[...ids]}::uuid[]) AND status = 'completed'
    ORDER BY id FOR NO KEY UPDATE`
}

/** @throws {NotFound} */
export async function lockResponse(tx: Tx, organizationId: string, id: string): Promise<Held> {
  const [held] = await lockResponses(tx, organizationId, [id])
  if (!held) throw new NotFound('response')
  return held
}

/**
 * Locks the assignee's membership, so that it cannot be removed concurrently. Call it before locking responses, as the removal does, to
 * avoid deadlocks.
 * @returns the member's name, or null for a non-member
 */
export async function lockAssignee(tx: Tx, organizationId: string, userId: string): Promise<string | null> {
  const [member] = await tx.$queryRaw<{ name: string }[]>`
    SELECT u.name FROM membership m JOIN "user" u ON u.id = m.user_id
    WHERE m.organization_id = ${organizationId}::uuid AND m.user_id = ${userId}::uuid FOR SHARE OF m`
  return member?.name ?? null
}

/** Locks a tag so that it cannot be deleted concurrently. @returns its name, or null if it does not exist */
export async function lockTag(tx: Tx, organizationId: string, id: string): Promise<string | null> {
  const [tag] = await tx.$queryRaw<{ name: string }[]>`
    SELECT name FROM response_tag WHERE organization_id = ${organizationId}::uuid AND id = ${id}::uuid FOR KEY SHARE`
  return tag?.name ?? null
}
