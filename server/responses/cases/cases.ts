import { requireAsRead } from '../../as-read'
import { db, type Tx } from '../../db'
import { currentBy } from '../../organization-context'
import type { Actor } from '../../principal'
import { queueSystemEmails } from '../../system-emails/queue'
import { transact, type Work } from '../../unit-of-work'
import { type NewEvent, writeEvents } from './events'
import { type Held, lockResponse, lockResponses, requireAssignee } from './lock'
import type { CaseChanges, ChangeMany, ResponseCase, SetCase } from './schema'
import { addTagToMany } from './tags'

type Person = Pick<Extract<Actor, { type: 'user' }>, 'userId'>

/**
 * Says how far somebody is with a response, who takes care of it and until when. Whom somebody else assigns it to gets a mail.
 * @throws {NotFound} @throws {ValidationError} under `assigneeId` for who is no member.
 * @throws {ChangedMeanwhile} when a field of `asRead` has another value by now.
 */
export async function setCase(
  organizationId: string,
  { id, asRead, ...changes }: SetCase,
  by: Person,
): Promise<ResponseCase> {
  return transact(async (work) => {
    const names = await readNames(work.tx, organizationId, changes)
    const held = await lockResponse(work.tx, organizationId, id)
    requireAsRead(asRead, caseOf(held))
    const [changed = held] = await change(work, organizationId, { held: [held], changes, names })
    await tellAssignee(work, organizationId, [{ before: held, after: changed }], by)
    return caseOf(changed)
  })
}

/**
 * Does the same with several responses, and gives them a tag. One that is gone is passed over.
 * @returns how many have another case, or the tag, now.
 * @throws {ValidationError} under `assigneeId` or `addTagId` for what is not the organization's: then none is changed.
 */
export async function changeMany(
  organizationId: string,
  { ids, addTagId, ...changes }: ChangeMany,
  by: Person,
): Promise<{ changed: number }> {
  return transact(async (work) => {
    const names = await readNames(work.tx, organizationId, changes)
    const held = await lockResponses(work.tx, organizationId, ids)
    const after = await change(work, organizationId, { held, changes, names })
    const pairs = held.map((before, index) => ({ before, after: after[index] ?? before }))
    await tellAssignee(work, organizationId, pairs, by)
    const tagged = addTagId === undefined ? [] : await addTagToMany(work.tx, organizationId, addTagId, held)
    const differing = pairs.filter((pair) => isOther(pair.before, pair.after)).map(({ before }) => before.id)
    return { changed: new Set([...differing, ...tagged]).size }
  })
}

/** Cases that this person takes care of and that are not resolved: what the list shows of them. */
export async function countOwnCases(organizationId: string, userId: string): Promise<number> {
  return db.response.count({
    where: { organizationId, status: 'completed', assigneeId: userId, caseState: { in: ['open', 'contacted'] } },
  })
}

type Change = { held: readonly Held[]; changes: CaseChanges; names: ReadonlyMap<string, string> }

async function change(work: Work, organizationId: string, { held, changes, names }: Change): Promise<Held[]> {
  const events: NewEvent[] = []
  const after: Held[] = []
  for (const before of held) {
    const next = applied(before, changes)
    after.push(next)
    if (!isOther(before, next)) continue
    events.push(...differences(before, next, names))
    await work.tx.response.update({
      where: { id: before.id, organizationId },
      data: {
        caseState: next.state,
        assigneeId: next.assigneeId,
        dueOn: next.dueOn === null ? null : new Date(next.dueOn),
      },
    })
  }
  await writeEvents(work.tx, organizationId, events)
  return after
}

function applied(held: Held, { state, assigneeId = held.assigneeId, dueOn = held.dueOn }: CaseChanges): Held {
  const isTakenUp = assigneeId !== null || dueOn !== null
  return { id: held.id, state: state ?? held.state ?? (isTakenUp ? 'open' : null), assigneeId, dueOn }
}

function differences(before: Held, after: Held, names: ReadonlyMap<string, string>): NewEvent[] {
  const responseId = before.id
  const events: NewEvent[] = []
  const { state, assigneeId, dueOn } = after
  if (state !== null && state !== before.state)
    events.push({ responseId, kind: state !== 'open' ? state : before.state === null ? 'opened' : 'reopened' })
  if (assigneeId !== before.assigneeId)
    events.push(
      assigneeId === null
        ? { responseId, kind: 'unassigned' }
        : { responseId, kind: 'assigned', value: names.get(assigneeId) ?? null },
    )
  if (dueOn !== before.dueOn)
    events.push(dueOn === null ? { responseId, kind: 'dueRemoved' } : { responseId, kind: 'dueSet', value: dueOn })
  return events
}

function isOther(before: Held, after: Held): boolean {
  return before.state !== after.state || before.assigneeId !== after.assigneeId || before.dueOn !== after.dueOn
}

function caseOf({ state, assigneeId, dueOn }: Held): ResponseCase {
  return { state, assigneeId, dueOn }
}

/** Of whoever is to be assigned. */
async function readNames(tx: Tx, organizationId: string, { assigneeId }: CaseChanges): Promise<Map<string, string>> {
  if (assigneeId === undefined || assigneeId === null) return new Map()
  return new Map([[assigneeId, await requireAssignee(tx, organizationId, assigneeId)]])
}

/** One mail, however many cases came at once; none to whoever took them themself, and none about what is resolved. */
async function tellAssignee(
  work: Work,
  organizationId: string,
  pairs: readonly { before: Held; after: Held }[],
  by: Person,
): Promise<void> {
  const given = pairs.flatMap(({ before, after }) =>
    after.assigneeId !== null && after.assigneeId !== before.assigneeId && after.state !== 'resolved' ? [after] : [],
  )
  const [first] = given
  if (!first?.assigneeId || first.assigneeId === by.userId) return
  const values = { count: String(given.length), by: currentBy().doer.name ?? '' }
  await queueSystemEmails(work, [
    { kind: 'caseAssigned', organizationId, userId: first.assigneeId, aboutId: first.id, values },
  ])
}
