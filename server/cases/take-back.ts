import { transact } from '../unit-of-work'
import { differences } from './cases'
import { writeEvents } from './events'
import { lockAssignee, lockResponses } from './lock'
import type { ResponseCase, TakeBackCases } from './schema'

/**
 * Takes back what was done with several cases at once: each that is still as it was left then is as it was before. One that
 * somebody changed since, that is gone, or whose assignee of before has left is passed over; nobody gets a mail.
 * @returns how many are as they were before.
 */
export async function takeBackCases(organizationId: string, { cases }: TakeBackCases): Promise<{ changed: number }> {
  return transact(async ({ tx }) => {
    // People before responses, as everybody holds them.
    const names = new Map<string | null, string>([[null, '']])
    const userIds = cases.flatMap(({ before }) => (before.assigneeId === null ? [] : [before.assigneeId]))
    for (const userId of new Set(userIds)) {
      const name = await lockAssignee(tx, organizationId, userId)
      if (name !== null) names.set(userId, name)
    }
    const held = await lockResponses(
      tx,
      organizationId,
      cases.map(({ id }) => id),
    )
    let changed = 0
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
      changed += 1
    }
    return { changed }
  })
}

function isSame(one: ResponseCase, other: ResponseCase): boolean {
  return one.state === other.state && one.assigneeId === other.assigneeId && one.dueOn === other.dueOn
}
