import { v7 as uuidv7 } from 'uuid'
import { ValidationError } from '../errors'
import { groupBy } from '../group-by'
import { localizableMessage } from '../messages/localizable-message'
import { transact } from '../unit-of-work'
import type { BulkUpdateResult, CaseChangeGroup } from './bulk-update-schema'
import {
  type ActingUser,
  type AppliedCaseUpdate,
  lockNewAssignee,
  NOT_A_MEMBER_ERROR,
  notifyAssignee,
  toResponseCase,
  updateLockedCases,
} from './cases'
import { areCasesEqual } from './constants'
import { lockAndReadTagName, lockResponseCases } from './lock-response-cases'
import { addTagToResponses } from './response-tags'
import type { CaseChanges } from './schema'

type BulkUpdate = CaseChanges & { ids: readonly string[]; addTagId?: string }

/** Responses of one statement. */
export const SLICE_SIZE = 1000

/** Splits ids into slices, in one order, so that concurrent updates do not deadlock. */
export function sliceIds(ids: readonly string[]): string[][] {
  const sorted = ids.toSorted()
  return Array.from({ length: Math.ceil(sorted.length / SLICE_SIZE) }, (_, index) =>
    sorted.slice(index * SLICE_SIZE, (index + 1) * SLICE_SIZE),
  )
}

/**
 * Applies the same change to up to 5,000 responses, and optionally adds a tag. Skips deleted responses.
 * @returns the number of responses whose case or tags changed, and the input of {@link undoBulkUpdate}
 * @throws {ValidationError} under `assigneeId` or `addTagId` for an unknown id; nothing is changed then
 */
export async function bulkUpdateCases(
  organizationId: string,
  { ids, addTagId, ...changes }: BulkUpdate,
  actor: ActingUser,
): Promise<BulkUpdateResult> {
  return transact(async (work) => {
    const { tx } = work
    const assigneeName = await lockNewAssignee(tx, organizationId, changes)
    const tagName = addTagId === undefined ? undefined : await lockAndReadTagName(tx, organizationId, addTagId)
    if (assigneeName === null || tagName === null)
      throw new ValidationError({
        ...(assigneeName === null ? { assigneeId: NOT_A_MEMBER_ERROR } : {}),
        ...(tagName === null ? { addTagId: [localizableMessage('case.tag')] } : {}),
      })
    const tag = addTagId && tagName ? { id: addTagId, name: tagName, bulkActionId: uuidv7() } : null
    const updates: AppliedCaseUpdate[] = []
    const taggedIds: string[] = []
    for (const slice of sliceIds(ids)) {
      const lockedCases = await lockResponseCases(tx, organizationId, slice)
      updates.push(...(await updateLockedCases(tx, organizationId, { lockedCases, changes, assigneeName })))
      if (tag) taggedIds.push(...(await addTagToResponses(tx, organizationId, lockedCases, tag)))
    }
    await notifyAssignee(work, organizationId, updates, actor)
    const changed = updates.filter(({ before, after }) => !areCasesEqual(before, after))
    return {
      changed: new Set([...changed.map(({ after }) => after.id), ...taggedIds]).size,
      cases: groupEqualChanges(changed),
      tagged: tag && taggedIds.length > 0 ? { tagId: tag.id, bulkActionId: tag.bulkActionId, ids: taggedIds } : null,
    }
  })
}

/** Few groups, even of many responses: so they fit into the request that undoes the change. */
function groupEqualChanges(updates: readonly AppliedCaseUpdate[]): CaseChangeGroup[] {
  const changes = updates.map(({ before, after }) => ({
    id: after.id,
    change: { before: toResponseCase(before), after: toResponseCase(after) },
  }))
  const groups = groupBy(changes, ({ change }) => JSON.stringify(change))
  return [...groups.values()].flatMap((group) =>
    group.slice(0, 1).map(({ change }) => ({ ids: group.map(({ id }) => id), ...change })),
  )
}
