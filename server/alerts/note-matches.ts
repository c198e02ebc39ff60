import { v7 as uuidv7 } from 'uuid'
import type { Response as ResponseRow, Review as ReviewRow, AlertRule as RuleRow } from '@/prisma/generated/client'
import { now } from '../clock'
import type { Tx } from '../db'
import { alertsQueued } from '../jobs/events'
import { findMeantRecord } from '../records/meant-record'
import type { Work } from '../unit-of-work'
import { type Matchable, matches } from './match'

/**
 * Writes down which rules a response that was just submitted is told by, in the transaction of the submission. One look at an
 * index where there are no rules.
 */
export async function noteResponse(work: Work, row: ResponseRow): Promise<void> {
  const { organizationId } = row
  const rules = await lockRules(work.tx, organizationId, 'response')
  if (rules.length === 0) return
  const { surveyId, band, npsScore, csatScore, cesScore } = row
  const locationIds = await knownAs(work.tx, organizationId, row.locationId)
  const texts = commentsIn(row.answers)
  const about: Matchable = { trigger: 'response', surveyId, band, npsScore, csatScore, cesScore, locationIds, texts }
  await write(work, organizationId, wantedBy(rules, about, row.id))
}

/** The same for reviews that are seen for the first time. All are of one organization. */
export async function noteReviews(work: Work, organizationId: string, rows: readonly ReviewRow[]): Promise<void> {
  if (rows.length === 0) return
  const rules = await lockRules(work.tx, organizationId, 'review')
  if (rules.length === 0) return
  const found = rows.flatMap(({ id, rating, text, locationId }) => {
    const locationIds = locationId === null ? [] : [locationId]
    return wantedBy(rules, { trigger: 'review', rating, texts: [text], locationIds }, id)
  })
  await write(work, organizationId, found)
}

/** What somebody wrote in answer to open questions. */
export function commentsIn(answers: unknown): string[] {
  const given = answers as readonly { type: string; value: unknown }[]
  return given.flatMap(({ type, value }) => (type === 'text' && typeof value === 'string' ? [value] : []))
}

/** Held until the commit: a rule that is deleted at the same moment is not there, or goes with what is written down here. */
async function lockRules(tx: Tx, organizationId: string, trigger: string): Promise<RuleRow[]> {
  const held = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM alert_rule WHERE organization_id = ${organizationId}::uuid AND active AND trigger = ${trigger}
    ORDER BY id FOR KEY SHARE`
  if (held.length === 0) return []
  return tx.alertRule.findMany({ where: { organizationId, id: { in: held.map(({ id }) => id) } } })
}

/** By its own id, and by that of the one that it was merged into: its rules may be moved already, or not yet. */
async function knownAs(tx: Tx, organizationId: string, locationId: string | null): Promise<string[]> {
  if (locationId === null) return []
  const meant = await findMeantRecord(tx, 'location', organizationId, locationId)
  return meant === null || meant === locationId ? [locationId] : [locationId, meant]
}

type Match = { ruleId: string; subjectId: string }

function wantedBy(rules: readonly RuleRow[], about: Matchable, subjectId: string): Match[] {
  return rules.filter((rule) => matches(rule, about)).map(({ id: ruleId }) => ({ ruleId, subjectId }))
}

async function write({ tx, wake }: Work, organizationId: string, found: readonly Match[]): Promise<void> {
  if (found.length === 0) return
  const createdAt = now()
  const data = found.map((match) => ({ id: uuidv7(), organizationId, createdAt, ...match }))
  await tx.alert.createMany({ data, skipDuplicates: true })
  wake(alertsQueued(organizationId))
}
