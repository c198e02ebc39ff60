import { v7 as uuidv7 } from 'uuid'
import { currentBy } from '../actor-context'
import type { Tx } from '../db'
import { ValidationError } from '../errors'
import { sentence } from '../messages/error-message'
import { requireAsRead } from '../optimistic-lock'
import type { Actor } from '../principal'
import { queueSystemEmails } from '../system-emails/queue-emails'
import { transact, type Work } from '../unit-of-work'
import { type Held, lockResponse, lockResponses, lockTag } from './lock-responses'
import { lockAssignee } from './queries'
import { type NewEvent, writeEvents } from './response-events'
import { giveTag } from './response-tags'
import type { CaseChanges, ChangedMany, ChangeMany, ResponseCase, SetCase } from './schema'

type ActingUser = Pick<Extract<Actor, { type: 'user' }>, 'userId'>

/**
 * Updates state, assignee and due date of a case; emails a new assignee unless they assigned it to themselves.
 * @throws {NotFound}
 * @throws {ValidationError} under `assigneeId` for a non-member
 * @throws {ChangedMeanwhile} if the stored value of a field of `asRead` differs
 */
export async function setCase(
  organizationId: string,
  { id, asRead, ...changes }: SetCase,
  actor: ActingUser,
): Promise<ResponseCase> {
  return transact(async (work) => {
    const name = await lockNewAssignee(work.tx, organizationId, changes)
    const lockedCase = await lockResponse(work.tx, organizationId, id)
    requireAsRead(asRead, toResponseCase(lockedCase))
    if (name === null) throw new ValidationError({ assigneeId: NO_MEMBER })
    const [changed = lockedCase] = await changeHeld(work, organizationId, { held: [lockedCase], changes, name })
    await notifyAssignee(work, organizationId, [{ before: lockedCase, after: changed }], actor)
    return toResponseCase(changed)
  })
}

/**
 * Applies the same change to several responses, and optionally adds a tag. Skips deleted responses.
 * @returns the number of responses whose case or tags changed
 * @throws {ValidationError} under `assigneeId` or `addTagId` for an unknown id; nothing is changed then
 */
export async function changeMany(
  organizationId: string,
  { ids, addTagId, ...changes }: ChangeMany,
  actor: ActingUser,
): Promise<ChangedMany> {
  return transact(async (work) => {
    const { tx } = work
    const name = await lockNewAssignee(tx, organizationId, changes)
    const tag = addTagId === undefined ? undefined : await lockTag(tx, organizationId, addTagId)
    if (name === null || tag === null)
      throw new ValidationError({
        ...(name === null ? { assigneeId: NO_MEMBER } : {}),
        ...(tag === null ? { addTagId: [sentence('case.tag')] } : {}),
      })
    const lockedCases = await lockResponses(tx, organizationId, ids)
    const after = await changeHeld(work, organizationId, { held: lockedCases, changes, name })
    const pairs = lockedCases.map((before, index) => ({ before, after: after[index] ?? before }))
    await notifyAssignee(work, organizationId, pairs, actor)
    const bulkActionId = uuidv7()
    const taggedIds =
      addTagId && tag ? await giveTag(tx, organizationId, lockedCases, { id: addTagId, name: tag, bulkActionId }) : []
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

const NO_MEMBER = [sentence('case.assignee')]

type Change = { held: readonly Held[]; changes: CaseChanges; name: string }

export async function changeHeld(
  { tx }: Pick<Work, 'tx'>,
  organizationId: string,
  { held: lockedCases, changes, name }: Change,
): Promise<Held[]> {
  const events: NewEvent[] = []
  const after: Held[] = []
  for (const before of lockedCases) {
    const next = applyChanges(before, changes)
    after.push(next)
    if (!isDifferent(before, next)) continue
    events.push(...differences(before, next, name))
    await tx.response.update({
      where: { id: before.id, organizationId },
      data: {
        caseState: next.state,
        assigneeId: next.assigneeId,
        dueOn: next.dueOn === null ? null : new Date(next.dueOn),
      },
    })
  }
  await writeEvents(tx, organizationId, events)
  return after
}

function applyChanges(
  current: Held,
  { state, assigneeId = current.assigneeId, dueOn = current.dueOn }: CaseChanges,
): Held {
  const opensCase = assigneeId !== null || dueOn !== null
  return { id: current.id, state: state ?? current.state ?? (opensCase ? 'open' : null), assigneeId, dueOn }
}

export function differences(before: Held, after: Held, name: string): NewEvent[] {
  const responseId = before.id
  const events: NewEvent[] = []
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

function isDifferent(before: Held, after: Held): boolean {
  return before.state !== after.state || before.assigneeId !== after.assigneeId || before.dueOn !== after.dueOn
}

function toResponseCase({ state, assigneeId, dueOn }: Held): ResponseCase {
  return { state, assigneeId, dueOn }
}

async function lockNewAssignee(tx: Tx, organizationId: string, { assigneeId }: CaseChanges): Promise<string | null> {
  return assigneeId === undefined || assigneeId === null ? '' : lockAssignee(tx, organizationId, assigneeId)
}

async function notifyAssignee(
  work: Work,
  organizationId: string,
  pairs: readonly { before: Held; after: Held }[],
  actor: ActingUser,
): Promise<void> {
  const newlyAssigned = pairs.flatMap(({ before, after }) =>
    after.assigneeId !== null && after.assigneeId !== before.assigneeId && after.state !== 'resolved' ? [after] : [],
  )
  const [first] = newlyAssigned
  if (!first?.assigneeId || first.assigneeId === actor.userId) return
  const values = { count: String(newlyAssigned.length), by: currentBy().doer.name ?? '' }
  await queueSystemEmails(work, [
    { kind: 'caseAssigned', organizationId, userId: first.assigneeId, subjectId: first.id, values },
  ])
}
