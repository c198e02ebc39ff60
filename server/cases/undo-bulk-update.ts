import { transact } from '../unit-of-work'
import { sliceIds } from './bulk-update'
import type { UndoBulkUpdate } from './bulk-update-schema'
import { saveChangedCases } from './cases'
import { areCasesEqual } from './constants'
import { type LockedCase, lockResponseCases } from './lock-response-cases'
import { lockMembershipsAndReadNames } from './queries'
import { removeTagsFromResponses } from './response-tags'

/**
 * Undoes a bulk update. Restores each case that is unchanged since; skips cases that were changed or deleted, or whose previous assignee
 * has left. Removes the tag from responses that got it in the update, unless it was given again. Sends no emails.
 * @returns the number of restored responses
 */
export async function undoBulkUpdate(organizationId: string, { cases, tagged }: UndoBulkUpdate) {
  const changes = new Map(cases.flatMap(({ ids, ...change }) => ids.map((id) => [id, change] as const)))
  const taggedIds = new Set(tagged?.ids)
  const assigneeIds = cases.flatMap(({ before }) => before.assigneeId ?? [])
  return transact(async ({ tx }) => {
    // Fixed order (memberships, then responses), to avoid deadlocks.
    const names = await lockMembershipsAndReadNames(tx, organizationId, [...new Set(assigneeIds)])
    const toUpdate = (current: LockedCase) => {
      const change = changes.get(current.id)
      if (!change || !areCasesEqual(current, change.after)) return []
      const { before } = change
      const assigneeName = before.assigneeId === null ? '' : names.get(before.assigneeId)
      if (assigneeName === undefined || areCasesEqual(current, before)) return []
      return { before: current, after: { id: current.id, ...before }, assigneeName }
    }
    const restored = new Set<string>()
    for (const slice of sliceIds([...new Set([...changes.keys(), ...taggedIds])])) {
      const lockedCases = await lockResponseCases(tx, organizationId, slice)
      const updates = lockedCases.flatMap(toUpdate)
      await saveChangedCases(tx, organizationId, updates)
      for (const { after } of updates) restored.add(after.id)
      if (tagged === null) continue
      const { tagId, bulkActionId } = tagged
      const taggedCases = lockedCases.filter(({ id }) => taggedIds.has(id))
      const tags = { tagIds: [tagId], bulkActionId }
      for (const id of await removeTagsFromResponses(tx, organizationId, taggedCases, tags)) restored.add(id)
    }
    return { changed: restored.size }
  })
}
