import type { Tx } from '../db'
import { transact } from '../unit-of-work'
import { differences } from './cases'
import { writeEvents } from './events'
import { type Held, lockResponses } from './lock'
import { lockAssignee } from './queries'
import type { ChangedCase, ResponseCase, TakeBackMany } from './schema'
import { takeOff } from './tags'

/**
 * Undoes a batch change. Restores each case that is unchanged since; skips cases that were changed or deleted, or whose previous assignee
 * has left. Removes the tag from responses that got it in the batch, unless it was given again. Sends no emails.
 * @returns the number of restored responses
 */
export async function takeBackMany(
  organizationId: string,
  { cases, tagged }: TakeBackMany,
): Promise<{ changed: number }> {
  return transact(async ({ tx }) => {
    // Fixed order (memberships, then responses), to avoid deadlocks.
    const names = await lockAssignees(tx, organizationId, cases)
    const ids = new Set([...cases.map(({ id }) => id), ...(tagged?.ids ?? [])])
    const held = await lockResponses(tx, organizationId, [...ids])
    const restored = await restoreCases(tx, organizationId, { held, cases, names })
    const given = new Set(tagged?.ids)
    const untagged = tagged
      ? await takeOff(
          tx,
          organizationId,
          held.filter(({ id }) => given.has(id)),
          { tagIds: [tagged.tagId], bulkActionId: tagged.bulkActionId },
        )
      : []
    return { changed: new Set([...restored, ...untagged]).size }
  })
}

type Names = ReadonlyMap<string | null, string>

async function lockAssignees(tx: Tx, organizationId: string, cases: readonly ChangedCase[]): Promise<Names> {
  const names = new Map<string | null, string>([[null, '']])
  const userIds = cases.flatMap(({ before }) => (before.assigneeId === null ? [] : [before.assigneeId]))
  for (const userId of new Set(userIds)) {
    const name = await lockAssignee(tx, organizationId, userId)
    if (name !== null) names.set(userId, name)
  }
  return names
}

async function restoreCases(
  tx: Tx,
  organizationId: string,
  { held, cases, names }: { held: readonly Held[]; cases: readonly ChangedCase[]; names: Names },
): Promise<string[]> {
  const restored: string[] = []
  for (const now of held) {
    const wanted = cases.find(({ id }) => id === now.id)
    if (!wanted || !isSame(now, wanted.after) || isSame(now, wanted.before)) continue
    const { before } = wanted
    const name = names.get(before.assigneeId)
    if (name === undefined) continue
    await tx.response.update({
      where: { organizationId, id: now.id },
      data: {
        caseState: before.state,
        assigneeId: before.assigneeId,
        dueOn: before.dueOn === null ? null : new Date(before.dueOn),
      },
    })
    await writeEvents(tx, organizationId, differences(now, { id: now.id, ...before }, name))
    restored.push(now.id)
  }
  return restored
}

function isSame(one: ResponseCase, other: ResponseCase): boolean {
  return one.state === other.state && one.assigneeId === other.assigneeId && one.dueOn === other.dueOn
}
