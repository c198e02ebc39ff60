import { v7 as uuidv7 } from 'uuid'
import { getCurrentActorContext } from '../actor-context'
import type { Tx } from '../db'
import { ValidationError } from '../errors'
import { localizableMessage } from '../messages/localizable-message'
import { assertUnchanged } from '../optimistic-lock'
import type { Actor } from '../principal'
import { queueSystemEmails } from '../system-emails/queue-emails'
import { transact, type UnitOfWork } from '../unit-of-work'
import { areCasesEqual } from './constants'
import { type LockedCase, lockAndReadTagName, lockResponseCase, lockResponseCases } from './lock-response-cases'
import { lockMembershipAndReadName } from './queries'
import { type NewResponseEvent, recordResponseEvents } from './record-response-events'
import { addTagToResponses } from './response-tags'
import type { BulkUpdateCases, BulkUpdateResult, CaseChanges, ResponseCase, UpdateCase } from './schema'

type ActingUser = Pick<Extract<Actor, { type: 'user' }>, 'userId'>

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
    if (name === null) throw new ValidationError({ assigneeId: NO_MEMBER })
    const pairs = await updateLockedCases(work.tx, organizationId, {
      lockedCases: [lockedCase],
      changes,
      assigneeName: name,
    })
    await notifyAssignee(work, organizationId, pairs, actor)
    return toResponseCase(pairs[0]?.after ?? lockedCase)
  })
}

/**
 * Applies the same change to several responses, and optionally adds a tag. Skips deleted responses.
 * @returns the number of responses whose case or tags changed
 * @throws {ValidationError} under `assigneeId` or `addTagId` for an unknown id; nothing is changed then
 */
export async function bulkUpdateCases(
  organizationId: string,
  { ids, addTagId, ...changes }: BulkUpdateCases,
  actor: ActingUser,
): Promise<BulkUpdateResult> {
  return transact(async (work) => {
    const { tx } = work
    const name = await lockNewAssignee(tx, organizationId, changes)
    const tag = addTagId === undefined ? undefined : await lockAndReadTagName(tx, organizationId, addTagId)
    if (name === null || tag === null)
      throw new ValidationError({
        ...(name === null ? { assigneeId: NO_MEMBER } : {}),
        ...(tag === null ? { addTagId: [localizableMessage('case.tag')] } : {}),
      })
    const lockedCases = await lockResponseCases(tx, organizationId, ids)
    const pairs = await updateLockedCases(tx, organizationId, { lockedCases, changes, assigneeName: name })
    await notifyAssignee(work, organizationId, pairs, actor)
    const bulkActionId = uuidv7()
    const taggedIds =
      addTagId && tag
        ? await addTagToResponses(tx, organizationId, lockedCases, { id: addTagId, name: tag, bulkActionId })
        : []
    const cases = pairs
      .filter(({ before, after }) => !areCasesEqual(before, after))
      .map(({ before, after }) => ({ id: before.id, before: toResponseCase(before), after: toResponseCase(after) }))
    const changed = new Set([...cases.map(({ id }) => id), ...taggedIds]).size
    return {
      changed,
      cases,
      tagged: addTagId && taggedIds.length > 0 ? { tagId: addTagId, bulkActionId, ids: taggedIds } : null,
    }
  })
}

const NO_MEMBER = [localizableMessage('case.assignee')]

type Change = { lockedCases: readonly LockedCase[]; changes: CaseChanges; assigneeName: string }
type CaseUpdate = { before: LockedCase; after: LockedCase; assigneeName: string }

export async function updateLockedCases(
  tx: Tx,
  organizationId: string,
  { lockedCases, changes, assigneeName }: Change,
) {
  const updates = lockedCases.map((before) => ({ before, after: applyChanges(before, changes), assigneeName }))
  await saveChangedCases(tx, organizationId, updates)
  return updates
}

/** Stores the cases that differ, with their events. */
export async function saveChangedCases(tx: Tx, organizationId: string, updates: readonly CaseUpdate[]): Promise<void> {
  const changed = updates.filter(({ before, after }) => !areCasesEqual(before, after))
  for (const { after } of changed) {
    const { id, state: caseState, assigneeId, dueOn } = after
    const data = { caseState, assigneeId, dueOn: dueOn === null ? null : new Date(dueOn) }
    await tx.response.update({ where: { id, organizationId }, data })
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

function listCaseEvents({ before, after, assigneeName }: CaseUpdate): NewResponseEvent[] {
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

function toResponseCase({ state, assigneeId, dueOn }: LockedCase): ResponseCase {
  return { state, assigneeId, dueOn }
}

async function lockNewAssignee(tx: Tx, organizationId: string, { assigneeId }: CaseChanges): Promise<string | null> {
  return assigneeId == null ? '' : lockMembershipAndReadName(tx, organizationId, assigneeId)
}

async function notifyAssignee(
  work: UnitOfWork,
  organizationId: string,
  pairs: readonly CaseUpdate[],
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
