import { getCurrentActorContext } from '../actor-context'
import type { Tx } from '../db'
import { ValidationError } from '../errors'
import { groupBy } from '../group-by'
import { localizableMessage } from '../messages/localizable-message'
import { assertUnchanged } from '../optimistic-lock'
import type { Actor } from '../principal'
import { queueSystemEmails } from '../system-emails/queue-emails'
import { transact, type UnitOfWork } from '../unit-of-work'
import { areCasesEqual } from './constants'
import { type LockedCase, lockResponseCase } from './lock-response-cases'
import { lockMembershipAndReadName } from './queries'
import { type NewResponseEvent, recordResponseEvents } from './record-response-events'
import type { CaseChanges, ResponseCase, UpdateCase } from './schema'

export type ActingUser = Pick<Extract<Actor, { type: 'user' }>, 'userId'>

/**
 * Updates state, assignee and due date of a case; emails a new assignee unless they assigned it to themselves.
 * @throws {NotFound}
 * @throws {ValidationError} under `assigneeId` for a non-member
 * @throws {EditConflict} if the stored value of a field of `asRead` differs
 */
export async function updateCase(organizationId: string, { id, asRead, ...changes }: UpdateCase, actor: ActingUser) {
  return transact(async (work) => {
    const name = await lockNewAssignee(work.tx, organizationId, changes)
    const lockedCase = await lockResponseCase(work.tx, organizationId, id)
    assertUnchanged(asRead, toResponseCase(lockedCase))
    if (name === null) throw new ValidationError({ assigneeId: NOT_A_MEMBER_ERROR })
    const pairs = await updateLockedCases(work.tx, organizationId, {
      lockedCases: [lockedCase],
      changes,
      assigneeName: name,
    })
    await notifyAssignee(work, organizationId, pairs, actor)
    return toResponseCase(pairs[0]?.after ?? lockedCase)
  })
}

export const NOT_A_MEMBER_ERROR = [localizableMessage('case.assignee')]

type Change = { lockedCases: readonly LockedCase[]; changes: CaseChanges; assigneeName: string }
export type AppliedCaseUpdate = { before: LockedCase; after: LockedCase; assigneeName: string }

export async function updateLockedCases(
  tx: Tx,
  organizationId: string,
  { lockedCases, changes, assigneeName }: Change,
) {
  const updates = lockedCases.map((before) => ({ before, after: applyChanges(before, changes), assigneeName }))
  await saveChangedCases(tx, organizationId, updates)
  return updates
}

/** Stores the cases that differ, those with equal values in one statement, and their events. */
export async function saveChangedCases(
  tx: Tx,
  organizationId: string,
  updates: readonly AppliedCaseUpdate[],
): Promise<void> {
  const changed = updates.filter(({ before, after }) => !areCasesEqual(before, after))
  const groups = groupBy(changed, ({ after }) => JSON.stringify(toResponseCase(after)))
  for (const group of groups.values()) {
    const { state: caseState = null, assigneeId = null, dueOn = null } = group[0]?.after ?? {}
    const ids = group.map(({ after }) => after.id)
    const data = { caseState, assigneeId, dueOn: dueOn === null ? null : new Date(dueOn) }
    await tx.response.updateMany({ where: { organizationId, id: { in: ids } }, data })
  }
  await recordResponseEvents(tx, organizationId, changed.flatMap(listCaseEvents))
}

function applyChanges(
  current: LockedCase,
  { state, assigneeId = current.assigneeId, dueOn = current.dueOn }: CaseChanges,
): LockedCase {
  const opensCase = assigneeId !== null || dueOn !== null
  return { id: current.id, state: state ?? current.state ?? (opensCase ? 'open' : null), assigneeId, dueOn }
}

function listCaseEvents({ before, after, assigneeName }: AppliedCaseUpdate): NewResponseEvent[] {
  const responseId = before.id
  const events: NewResponseEvent[] = []
  const { state, assigneeId, dueOn } = after
  if (state === null && before.state !== null) events.push({ responseId, kind: 'unopened' })
  if (state !== null && state !== before.state)
    events.push({ responseId, kind: state !== 'open' ? state : before.state === null ? 'opened' : 'reopened' })
  if (assigneeId !== before.assigneeId)
    events.push(
      assigneeId === null ? { responseId, kind: 'unassigned' } : { responseId, kind: 'assigned', value: assigneeName },
    )
  if (dueOn !== before.dueOn)
    events.push(dueOn === null ? { responseId, kind: 'dueRemoved' } : { responseId, kind: 'dueSet', value: dueOn })
  return events
}

export function toResponseCase({ state, assigneeId, dueOn }: LockedCase): ResponseCase {
  return { state, assigneeId, dueOn }
}

export async function lockNewAssignee(
  tx: Tx,
  organizationId: string,
  { assigneeId }: CaseChanges,
): Promise<string | null> {
  return assigneeId == null ? '' : lockMembershipAndReadName(tx, organizationId, assigneeId)
}

export async function notifyAssignee(
  work: UnitOfWork,
  organizationId: string,
  pairs: readonly AppliedCaseUpdate[],
  actor: ActingUser,
): Promise<void> {
  const newlyAssigned = pairs.flatMap(({ before, after }) =>
    after.assigneeId !== null && after.assigneeId !== before.assigneeId && after.state !== 'resolved' ? [after] : [],
  )
  const [first] = newlyAssigned
  if (!first?.assigneeId || first.assigneeId === actor.userId) return
  const values = { count: String(newlyAssigned.length), by: getCurrentActorContext().actor.name ?? '' }
  await queueSystemEmails(work, [
    { kind: 'caseAssigned', organizationId, userId: first.assigneeId, subjectId: first.id, values },
  ])
}
