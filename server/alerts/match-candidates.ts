import { setImmediate as yieldToOthers } from 'node:timers/promises'
import { v7 as uuidv7 } from 'uuid'
import type { AlertCandidate, AlertRule as RuleRow } from '@/prisma/generated/client'
import { now } from '../clock'
import { db } from '../db'
import { lockRows } from '../locks'
import { transact, type UnitOfWork } from '../unit-of-work'
import { compileRuleMatcher, type MatchSubject } from './rule-matcher'

const BATCH = 25

export async function queueReviewCandidates(
  { tx, signal }: UnitOfWork,
  organizationId: string,
  reviewIds: readonly string[],
): Promise<void> {
  if (reviewIds.length === 0) return
  const rules = await tx.alertRule.count({ where: { organizationId, active: true, trigger: 'review' } })
  if (rules === 0) return
  const createdAt = now()
  const data = reviewIds.map((subjectId) => ({ id: uuidv7(), organizationId, kind: 'review', subjectId, createdAt }))
  await tx.alertCandidate.createMany({ data, skipDuplicates: true })
  signal({ queue: 'alerts/alerts', organizationId })
}

/**
 * Matches the oldest queued responses and reviews of an organization and creates an alert per match. Matching is CPU-bound and runs outside
 * the transaction; concurrent runs create each alert only once.
 */
export async function matchCandidates(organizationId: string): Promise<void> {
  const candidates = await db.alertCandidate.findMany({
    where: { organizationId },
    orderBy: { id: 'asc' },
    take: BATCH,
  })
  if (candidates.length === 0) return
  const rules = await db.alertRule.findMany({ where: { organizationId, active: true } })
  const matched = await findMatches(organizationId, candidates, rules)
  await transact(async ({ tx, signal }) => {
    // FOR KEY SHARE: a concurrently deleted rule is either missing here, or its deletion cascades to these alerts.
    const ruleIds = [...new Set(matched.map(({ ruleId }) => ruleId))]
    const existing = new Set(await lockRows(tx, 'alert_rule', organizationId, ruleIds, 'KEY SHARE'))
    const ids = candidates.map(({ id }) => id)
    const removed = await tx.alertCandidate.deleteMany({ where: { organizationId, id: { in: ids } } })
    // 0 if another worker was faster; fewer if its batch overlapped, in which case its alerts are the same rows.
    if (removed.count === 0) return
    const data = matched
      .filter(({ ruleId }) => existing.has(ruleId))
      .map((match) => ({ id: uuidv7(), organizationId, ...match }))
    await tx.alert.createMany({ data, skipDuplicates: true })
    signal({ queue: 'alerts/alerts', organizationId })
  })
}

type Match = { ruleId: string; subjectId: string; createdAt: Date }

async function findMatches(
  organizationId: string,
  candidates: readonly AlertCandidate[],
  rules: readonly RuleRow[],
): Promise<Match[]> {
  const subjects = await loadSubjects(organizationId, candidates)
  const match = compileRuleMatcher(rules)
  const matches: Match[] = []
  const createdAtByRule = new Map(rules.map((rule) => [rule.id, rule.createdAt]))
  const existedAt = (ruleId: string, at: Date) => (createdAtByRule.get(ruleId)?.getTime() ?? 0) <= at.getTime()
  for (const { subjectId, createdAt } of candidates) {
    const subject = subjects.get(subjectId)
    if (subject === undefined) continue
    const ruleIds = match(subject).filter((ruleId) => existedAt(ruleId, createdAt))
    matches.push(...ruleIds.map((ruleId) => ({ ruleId, subjectId, createdAt })))
    await yieldToOthers()
  }
  return matches
}

async function loadSubjects(
  organizationId: string,
  candidates: readonly AlertCandidate[],
): Promise<Map<string, MatchSubject>> {
  const subjectIds = (kind: string) => candidates.flatMap((one) => (one.kind === kind ? [one.subjectId] : []))
  const responses = await db.response.findMany({ where: { organizationId, id: { in: subjectIds('response') } } })
  const reviews = await db.review.findMany({ where: { organizationId, id: { in: subjectIds('review') } } })
  const locations = await db.location.findMany({
    where: { organizationId, id: { in: responses.flatMap(({ locationId }) => locationId ?? []) } },
    select: { id: true, mergedIntoId: true },
  })
  // The id and, after a merge, the target id: rules may or may not have been moved to the target yet.
  const locationIds = (id: string | null) =>
    id === null ? [] : [id, ...locations.flatMap((one) => (one.id === id ? (one.mergedIntoId ?? []) : []))]
  return new Map<string, MatchSubject>([
    ...responses.map(({ id, locationId, answers, ...response }) => {
      const fields = { ...response, trigger: 'response' as const }
      return [id, { ...fields, locationIds: locationIds(locationId), texts: extractComments(answers) }] as const
    }),
    ...reviews.map(({ id, rating, text, locationId }) => {
      const fields = { trigger: 'review' as const, rating, texts: [text] }
      return [id, { ...fields, locationIds: locationIds(locationId) }] as const
    }),
  ])
}

export function extractComments(answers: unknown): string[] {
  const typedAnswers = answers as readonly { type: string; value: unknown }[]
  return typedAnswers.flatMap(({ type, value }) => (type === 'text' && typeof value === 'string' ? [value] : []))
}
