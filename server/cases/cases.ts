import { v7 as uuidv7 } from 'uuid'
import { currentActorContext } from '../actor-context'
import type { Tx } from '../db'
import { ValidationError } from '../errors'
import { errorMessage } from '../messages/error-message'
import { assertUnchanged } from '../optimistic-lock'
import type { Actor } from '../principal'
import { queueSystemEmails } from '../system-emails/queue-emails'
import { transact, type UnitOfWork } from '../unit-of-work'
import { type LockedCase, lockResponse, lockResponses, lockResponseTag } from './lock-responses'
import { lockAssigneeMembership } from './queries'
import { type NewResponseEvent, recordResponseEvents } from './response-events'
import { addTagToResponses } from './response-tags'
import type { BulkUpdateCases, BulkUpdateResult, CaseChanges, ResponseCase, UpdateCase } from './schema'

type ActingUser = Pick<Extract<Actor, { type: 'user' }>, 'userId'>

/**
 * Updates state, assignee and due date of a case; emails a new assignee unless they assigned it to themselves.
 * @throws {NotFound}
 * @throws {ValidationError} under `assigneeId` for a non-member
 * @throws {ChangedMeanwhile} if the stored value of a field of `asRead` differs
 */
export async function updateCase(
  organizationId: string,
  { id, asRead, ...changes }: UpdateCase,
  actor: ActingUser,
): Promise<ResponseCase> {
  return transact(async (work) => {
    const name = await lockNewAssignee(work.tx, organizationId, changes)
    const lockedCase = await lockResponse(work.tx, organizationId, id)
    assertUnchanged(asRead, toResponseCase(lockedCase))
    if (name === null) throw new ValidationError({ assigneeId: NO_MEMBER })
    const [changed = lockedCase] = await applyCaseChanges(work, organizationId, {
      lockedCases: [lockedCase],
      changes,
      assigneeName: name,
    })
    await notifyAssignee(work, organizationId, [{ before: lockedCase, after: changed }], actor)
    return toResponseCase(changed)
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
    const tag = addTagId === undefined ? undefined : await lockResponseTag(tx, organizationId, addTagId)
    if (name === null || tag === null)
      throw new ValidationError({
        ...(name === null ? { assigneeId: NO_MEMBER } : {}),
        ...(tag === null ? { addTagId: [errorMessage('case.tag')] } : {}),
      })
    const lockedCases = await lockResponses(tx, organizationId, ids)
    const after = await applyCaseChanges(work, organizationId, {
      lockedCases: lockedCases,
      changes,
      assigneeName: name,
    })
    const pairs = lockedCases.map((before, index) => ({ before, after: after[index] ?? before }))
    await notifyAssignee(work, organizationId, pairs, actor)
    const bulkActionId = uuidv7()
    const taggedIds =
      addTagId && tag
        ? await addTagToResponses(tx, organizationId, lockedCases, { id: addTagId, name: tag, bulkActionId })
        : []
    const changedPairs = pairs.filter((pair) => isDifferent(pair.before, pair.after))
    const cases = changedPairs.map((pair) => ({
      id: pair.before.id,
      before: toResponseCase(pair.before),
      after: toResponseCase(pair.after),
    }))
    const changed = new Set([...cases.map(({ id }) => id), ...taggedIds]).size
    return {
      changed,
      cases,
      tagged: addTagId && taggedIds.length > 0 ? { tagId: addTagId, bulkActionId, ids: taggedIds } : null,
    }
  })
}

const NO_MEMBER = [errorMessage('case.assignee')]

type Change = { lockedCases: readonly LockedCase[]; changes: CaseChanges; assigneeName: string }

export async function applyCaseChanges(
  { tx }: Pick<UnitOfWork, 'tx'>,
  organizationId: string,
  { lockedCases, changes, assigneeName }: Change,
): Promise<LockedCase[]> {
  const events: NewResponseEvent[] = []
  const after: LockedCase[] = []
  for (const before of lockedCases) {
    const next = applyChanges(before, changes)
    after.push(next)
    if (!isDifferent(before, next)) continue
    events.push(...listCaseEvents(before, next, assigneeName))
    await tx.response.update({
      where: { id: before.id, organizationId },
      data: {
        caseState: next.state,
        assigneeId: next.assigneeId,
        dueOn: next.dueOn === null ? null : new Date(next.dueOn),
      },
    })
  }
  await recordResponseEvents(tx, organizationId, events)
  return after
}

function applyChanges(
  current: LockedCase,
  { state, assigneeId = current.assigneeId, dueOn = current.dueOn }: CaseChanges,
): LockedCase {
  const opensCase = assigneeId !== null || dueOn !== null
  return { id: current.id, state: state ?? current.state ?? (opensCase ? 'open' : null), assigneeId, dueOn }
}

export function listCaseEvents(before: LockedCase, after: LockedCase, name: string): NewResponseEvent[] {
  const responseId = before.id
  const events: NewResponseEvent[] = []
  const { state, assigneeId, dueOn } = after
  if (state === null && before.state !== null) events.push({ responseId, kind: 'unopened' })
  if (state !== null && state !== before.state)
    events.push({ responseId, kind: state !== 'open' ? state : before.state === null ? 'opened' : 'reopened' })
  if (assigneeId !== before.assigneeId)
    events.push(
      assigneeId === null ? { responseId, kind: 'unassigned' } : { responseId, kind: 'assigned', value: name },
    )
  if (dueOn !== before.dueOn)
    events.push(dueOn === null ? { responseId, kind: 'dueRemoved' } : { responseId, kind: 'dueSet', value: dueOn })
  return events
}

function isDifferent(before: LockedCase, after: LockedCase): boolean {
  return before.state !== after.state || before.assigneeId !== after.assigneeId || before.dueOn !== after.dueOn
}

function toResponseCase({ state, assigneeId, dueOn }: LockedCase): ResponseCase {
  return { state, assigneeId, dueOn }
}

async function lockNewAssignee(tx: Tx, organizationId: string, { assigneeId }: CaseChanges): Promise<string | null> {
  return assigneeId === undefined || assigneeId === null ? '' : lockAssigneeMembership(tx, organizationId, assigneeId)
}

async function notifyAssignee(
  work: UnitOfWork,
  organizationId: string,
  pairs: readonly { before: LockedCase; after: LockedCase }[],
  actor: ActingUser,
): Promise<void> {
  const newlyAssigned = pairs.flatMap(({ before, after }) =>
    after.assigneeId !== null && after.assigneeId !== before.assigneeId && after.state !== 'resolved' ? [after] : [],
  )
  const [first] = newlyAssigned
  if (!first?.assigneeId || first.assigneeId === actor.userId) return
  const values = { count: String(newlyAssigned.length), by: currentActorContext().actor.name ?? '' }
  await queueSystemEmails(work, [
    { kind: 'caseAssigned', organizationId, userId: first.assigneeId, subjectId: first.id, values },
  ])
}
