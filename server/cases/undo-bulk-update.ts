import type { Tx } from '../db'
import { transact } from '../unit-of-work'
import { listCaseEvents } from './cases'
import { type LockedCase, lockResponses } from './lock-responses'
import { lockAssigneeMembership } from './queries'
import { recordResponseEvents } from './response-events'
import { removeTagsFromResponses } from './response-tags'
import type { ResponseCase, UndoBulkUpdate, UpdatedCase } from './schema'

/**
 * Undoes a batch change. Restores each case that is unchanged since; skips cases that were changed or deleted, or whose previous assignee
 * has left. Removes the tag from responses that got it in the batch, unless it was given again. Sends no emails.
 * @returns the number of restored responses
 */
export async function undoBulkUpdate(
  organizationId: string,
  { cases, tagged }: UndoBulkUpdate,
): Promise<{ changed: number }> {
  return transact(async ({ tx }) => {
    // Fixed order (memberships, then responses), to avoid deadlocks.
    const names = await lockAssignees(tx, organizationId, cases)
    const ids = new Set([...cases.map(({ id }) => id), ...(tagged?.ids ?? [])])
    const lockedCases = await lockResponses(tx, organizationId, [...ids])
    const restored = await restoreCases(tx, organizationId, { lockedCases, cases, names })
    const taggedIds = new Set(tagged?.ids)
    const untagged = tagged
      ? await removeTagsFromResponses(
          tx,
          organizationId,
          lockedCases.filter(({ id }) => taggedIds.has(id)),
          { tagIds: [tagged.tagId], bulkActionId: tagged.bulkActionId },
        )
      : []
    return { changed: new Set([...restored, ...untagged]).size }
  })
}

type AssigneeNames = ReadonlyMap<string | null, string>

async function lockAssignees(tx: Tx, organizationId: string, cases: readonly UpdatedCase[]): Promise<AssigneeNames> {
  const names = new Map<string | null, string>([[null, '']])
  const userIds = cases.flatMap(({ before }) => (before.assigneeId === null ? [] : [before.assigneeId]))
  for (const userId of new Set(userIds)) {
    const name = await lockAssigneeMembership(tx, organizationId, userId)
    if (name !== null) names.set(userId, name)
  }
  return names
}

async function restoreCases(
  tx: Tx,
  organizationId: string,
  {
    lockedCases,
    cases,
    names,
  }: { lockedCases: readonly LockedCase[]; cases: readonly UpdatedCase[]; names: AssigneeNames },
): Promise<string[]> {
  const restored: string[] = []
  for (const current of lockedCases) {
    const updatedCase = cases.find(({ id }) => id === current.id)
    if (!updatedCase || !isSameCase(current, updatedCase.after) || isSameCase(current, updatedCase.before)) continue
    const { before } = updatedCase
    const name = names.get(before.assigneeId)
    if (name === undefined) continue
    await tx.response.update({
      where: { organizationId, id: current.id },
      data: {
        caseState: before.state,
        assigneeId: before.assigneeId,
        dueOn: before.dueOn === null ? null : new Date(before.dueOn),
      },
    })
    await recordResponseEvents(tx, organizationId, listCaseEvents(current, { id: current.id, ...before }, name))
    restored.push(current.id)
  }
  return restored
}

function isSameCase(one: ResponseCase, other: ResponseCase): boolean {
  return one.state === other.state && one.assigneeId === other.assigneeId && one.dueOn === other.dueOn
}
