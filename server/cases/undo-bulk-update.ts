import type { Tx } from '../db'
import { transact } from '../unit-of-work'
import { saveChangedCases } from './cases'
import { areCasesEqual } from './constants'
import { lockResponseCases } from './lock-response-cases'
import { lockMembershipAndReadName } from './queries'
import { removeTagsFromResponses } from './response-tags'
import type { CaseBeforeAndAfter, UndoBulkUpdate } from './schema'

/**
 * Undoes a batch change. Restores each case that is unchanged since; skips cases that were changed or deleted, or whose previous assignee
 * has left. Removes the tag from responses that got it in the batch, unless it was given again. Sends no emails.
 * @returns the number of restored responses
 */
export async function undoBulkUpdate(organizationId: string, { cases, tagged }: UndoBulkUpdate) {
  return transact(async ({ tx }) => {
    // Fixed order (memberships, then responses), to avoid deadlocks.
    const names = await lockAssignees(tx, organizationId, cases)
    const ids = new Set([...cases.map(({ id }) => id), ...(tagged?.ids ?? [])])
    const lockedCases = await lockResponseCases(tx, organizationId, [...ids])
    const updates = lockedCases.flatMap((current) => {
      const { before, after } = cases.find(({ id }) => id === current.id) ?? {}
      const assigneeName = before && names.get(before.assigneeId)
      if (!before || !after || assigneeName === undefined || !areCasesEqual(current, after)) return []
      return areCasesEqual(current, before)
        ? []
        : [{ before: current, after: { id: current.id, ...before }, assigneeName }]
    })
    await saveChangedCases(tx, organizationId, updates)
    const taggedIds = new Set(tagged?.ids)
    const untagged = tagged
      ? await removeTagsFromResponses(
          tx,
          organizationId,
          lockedCases.filter(({ id }) => taggedIds.has(id)),
          { tagIds: [tagged.tagId], bulkActionId: tagged.bulkActionId },
        )
      : []
    return { changed: new Set([...updates.map(({ after }) => after.id), ...untagged]).size }
  })
}

async function lockAssignees(tx: Tx, organizationId: string, cases: readonly CaseBeforeAndAfter[]) {
  const names = new Map<string | null, string>([[null, '']])
  const userIds = cases.flatMap(({ before }) => (before.assigneeId === null ? [] : [before.assigneeId]))
  for (const userId of new Set(userIds)) {
    const name = await lockMembershipAndReadName(tx, organizationId, userId)
    if (name !== null) names.set(userId, name)
  }
  return names
}
