import type { Contact as ContactRow, EntryRule as RuleRow } from '@/prisma/generated/client'
import { DAY_MS, now } from '../../clock'
import { resolveFilterQuery } from '../../contacts/filters/resolve-filter'
import { lockAndReadContacts } from '../../contacts/upsert-queries'
import type { Tx } from '../../db'
import { requireCapacity } from '../../jobs/backlog'
import { transact, type UnitOfWork } from '../../unit-of-work'
import { createSendings, lockSequence } from '../create-sendings'
import { findUnreachableContacts } from '../find-unreachable-contacts'
import {
  type Decision,
  listMatchingIds,
  lockPendingCandidates,
  type PendingCandidate,
  recordDecisions,
} from './queries'
import type { CandidateOutcome } from './schema'

/** Of a transaction. */
const CANDIDATES_AT_ONCE = 200

/**
 * Decides on the candidates of a rule, oldest first: enrols them, or records why not. Each is decided once, in the transaction that
 * enrols it.
 * @param until when to stop (ms since the epoch); the next call goes on
 * @throws {BacklogFull} if too much waits to be sent: the candidates wait, and the queue tries again later
 */
export async function decideCandidates(organizationId: string, ruleId: string, until: number): Promise<void> {
  for (let count = CANDIDATES_AT_ONCE; count === CANDIDATES_AT_ONCE && Date.now() <= until; ) {
    await requireCapacity(organizationId, 'sendings', 'deliveries')
    count = await transact((work) => decideBatch(work, organizationId, ruleId))
  }
}

async function decideBatch(work: UnitOfWork, organizationId: string, ruleId: string): Promise<number> {
  const { tx } = work
  const rule = await tx.entryRule.findFirst({ where: { id: ruleId, organizationId } })
  if (!rule) return 0
  const sequence = await lockSequence(tx, organizationId, rule.sequenceId)
  const candidates = await lockPendingCandidates(tx, organizationId, ruleId, {
    sampleOneIn: rule.sampleOneIn,
    limit: CANDIDATES_AT_ONCE,
  })
  const ids = [...new Set(candidates.map(({ contactId }) => contactId))]
  const contacts = await lockAndReadContacts(tx, organizationId, ids)
  const obstacles =
    sequence.status === 'active'
      ? await findObstacles(tx, organizationId, rule, { contacts, usesSms: sequence.usesSms })
      : new Map(ids.map((id) => [id, 'sequenceInactive' as const]))
  const { entering, others } = splitCandidates(candidates, contacts, obstacles, rule)
  const recipients = entering.flatMap(({ contactId }) => contacts.get(contactId) ?? [])
  const sendingIds = await createSendings(work, organizationId, recipients, sequence, {
    locationId: null,
    employeeId: null,
  })
  const entered = entering.map(
    ({ id }, index): Decision => ({ id, outcome: 'entered', sendingId: sendingIds[index] ?? null }),
  )
  await recordDecisions(tx, organizationId, [...entered, ...others], now())
  return candidates.length
}

type Obstacles = ReadonlyMap<string, CandidateOutcome>

/** Of several candidates with one contact, the first enters, unless the rule always lets people come again. */
function splitCandidates(
  candidates: readonly PendingCandidate[],
  contacts: ReadonlyMap<string, ContactRow>,
  obstacles: Obstacles,
  { reentryDays }: RuleRow,
): { entering: PendingCandidate[]; others: Decision[] } {
  const entering: PendingCandidate[] = []
  const others: Decision[] = []
  const seen = new Set<string>()
  for (const candidate of candidates) {
    const { id, contactId, isInSample } = candidate
    const isRepeated = seen.has(contactId) && reentryDays !== 0
    const outcome = contacts.has(contactId)
      ? (obstacles.get(contactId) ?? (isRepeated ? 'enteredBefore' : isInSample ? null : 'notSampled'))
      : 'gone'
    if (outcome === null) entering.push(candidate)
    else others.push({ id, outcome, sendingId: null })
    if (outcome !== 'notSampled') seen.add(contactId)
  }
  return { entering, others }
}

async function findObstacles(
  tx: Tx,
  organizationId: string,
  rule: RuleRow,
  { contacts, usesSms }: { contacts: ReadonlyMap<string, ContactRow>; usesSms: boolean },
): Promise<Obstacles> {
  const ids = [...contacts.keys()]
  const [unreachable, outside, before] = [
    await findUnreachableContacts(tx, organizationId, [...contacts.values()], { usesSms }),
    await listOutsideSegment(tx, organizationId, rule, ids),
    await listEnteredBefore(tx, organizationId, rule, ids),
  ]
  return new Map<string, CandidateOutcome>([
    ...before.map((id) => [id, 'enteredBefore'] as const),
    ...outside.map((id) => [id, 'notInSegment'] as const),
    ...unreachable,
  ])
}

async function listOutsideSegment(
  tx: Tx,
  organizationId: string,
  { segmentId }: RuleRow,
  ids: readonly string[],
): Promise<string[]> {
  if (segmentId === null) return []
  const query = await resolveFilterQuery(organizationId, { segment_id: segmentId })
  const inside = new Set(await listMatchingIds(tx, organizationId, query, ids))
  return ids.filter((id) => !inside.has(id))
}

async function listEnteredBefore(
  tx: Tx,
  organizationId: string,
  { sequenceId, reentryDays }: RuleRow,
  ids: readonly string[],
): Promise<string[]> {
  if (reentryDays === 0) return []
  const since = reentryDays === null ? {} : { createdAt: { gt: new Date(now().getTime() - reentryDays * DAY_MS) } }
  const sendings = await tx.sending.findMany({
    where: { organizationId, sequenceId, contactId: { in: [...ids] }, ...since },
    distinct: ['contactId'],
    select: { contactId: true },
  })
  return sendings.map(({ contactId }) => contactId)
}
