import { DAY_MS, now } from '../clock'
import { db } from '../db'
import { getDomainState } from '../domain-checks/decide-domain-state'
import { SENDING_RESTRICTIONS } from '../organizations/constants'
import { FAILURE_DAYS, OPERATIONS_COUNT_MAX } from './constants'
import { NO_DETAILS, toIso } from './faults'
import {
  countPausedPeople,
  countPeopleInPausedSequences,
  countPostponedSteps,
  listHeldWebhooks,
  type PostponedRow,
} from './pause-queries'
import type { Pause } from './schema'

/** What is held back on purpose, or goes on by itself; and how many messages wait because of a restriction of the organization. */
export async function listPauses(organizationId: string): Promise<{ pauses: Pause[]; restricted: number }> {
  const [postponed, captured, sequences, people, webhooks, sources, domain] = await Promise.all([
    countPostponedSteps(organizationId),
    countCaptured(organizationId),
    countPeopleInPausedSequences(organizationId),
    countPausedPeople(organizationId),
    listHeldWebhooks(organizationId),
    db.reviewSource.findMany({
      where: { organizationId, status: 'connected', failures: { gt: 0 } },
      select: { id: true, name: true, failedAt: true, nextSyncAt: true },
    }),
    db.sendingDomain.findUnique({ where: { organizationId } }),
  ])
  const isPending = domain !== null && getDomainState(domain) === 'pending'
  const pauses: Pause[] = [
    ...(captured === 0 ? [] : [{ ...NO_DETAILS, kind: 'captured' as const, code: 'captured', count: captured }]),
    ...sequences
      .filter(({ pauseReason }) => pauseReason === null)
      .map(({ id, name, count }) => ({
        ...NO_DETAILS,
        kind: 'sequence' as const,
        code: 'paused',
        recordId: id,
        name,
        count,
      })),
    ...people.map(({ sequenceId, name, count, since }) => ({
      ...NO_DETAILS,
      kind: 'people' as const,
      code: 'paused',
      recordId: sequenceId,
      name,
      count,
      since: toIso(since),
    })),
    ...webhooks
      .filter(({ isActive }) => isActive)
      .map(({ id, hookUrl, isKeyActive, count, nextAttemptAt }) => ({
        ...NO_DETAILS,
        kind: 'webhook' as const,
        code: isKeyActive ? 'failing' : 'paused',
        recordId: id,
        name: hookUrl,
        count,
        until: isKeyActive ? toIso(nextAttemptAt) : null,
      })),
    ...sources.map(({ id, name, failedAt, nextSyncAt }) => ({
      ...NO_DETAILS,
      kind: 'reviewSource' as const,
      code: 'failing',
      recordId: id,
      name,
      since: toIso(failedAt),
      until: toIso(nextSyncAt),
    })),
    ...(isPending ? [{ ...NO_DETAILS, kind: 'sendingDomain' as const, code: 'pending', name: domain.domain }] : []),
    ...postponed
      .filter((row) => !isRestriction(row))
      .map(({ code, count, until }) => ({ ...NO_DETAILS, kind: 'rule' as const, code, count, until: toIso(until) })),
  ]
  const restricted = postponed.filter(isRestriction).reduce((sum, { count }) => sum + count, 0)
  return { pauses, restricted }
}

function isRestriction({ code }: PostponedRow): boolean {
  return SENDING_RESTRICTIONS.some((one) => one === code)
}

function countCaptured(organizationId: string): Promise<number> {
  const capturedAt = { gte: new Date(now().getTime() - FAILURE_DAYS * DAY_MS) }
  const where = { organizationId, capturedAt, sentAt: null }
  return db.sendingStep.count({ where, take: OPERATIONS_COUNT_MAX + 1 })
}
