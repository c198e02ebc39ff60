import { v7 as uuidv7 } from 'uuid'
import type { Response as ResponseRow, Review as ReviewRow, AlertRule as RuleRow } from '@/prisma/generated/client'
import { now } from '../clock'
import type { Tx } from '../db'
import { alertsQueued } from '../jobs/events'
import type { Work } from '../unit-of-work'
import { type Matchable, matches, type Rule } from './match'

/** What a rule says of responses. */
type ResponseRule = Omit<Rule, 'starsAtMost'>

/** The rules that are told of responses. @property mark as it was when they were read (alert_rules_mark in the database). */
export type ResponseRules = { all: readonly ResponseRule[]; mark: string | null }

/** SQL: those rules, in JSON; null where there are none. @param organization whose, in SQL. */
export function responseRules(organization: string): string {
  return `(SELECT jsonb_agg(jsonb_build_object('id', a.id, 'active', a.active, 'trigger', a.trigger, 'bands', a.bands, 'npsAtMost', a.nps_at_most,
      'csatAtMost', a.csat_at_most, 'cesAtMost', a.ces_at_most, 'words', a.words, 'surveyIds', a.survey_ids, 'locationIds', a.location_ids))
    FROM alert_rule a WHERE a.organization_id = ${organization} AND a.active AND a.trigger = 'response')`
}

type Submitted = Pick<ResponseRow, 'surveyId' | 'band' | 'npsScore' | 'csatScore' | 'cesScore' | 'answers'>

/**
 * By which of the rules somebody is told of a response.
 * @param locationIds its location by its own id, and by that of the one that it was merged into: its rules may be moved
 *   already, or not yet.
 */
export function rulesMatching(
  { all }: ResponseRules,
  { surveyId, band, npsScore, csatScore, cesScore, answers }: Submitted,
  locationIds: readonly string[],
): string[] {
  if (all.length === 0) return []
  const texts = commentsIn(answers)
  const about: Matchable = { trigger: 'response', surveyId, band, npsScore, csatScore, cesScore, locationIds, texts }
  return all.filter((rule) => matches({ ...rule, starsAtMost: null }, about)).map(({ id }) => id)
}

/** Writes down which rules reviews are told by that are seen for the first time. All are of one organization. */
export async function noteReviews(work: Work, organizationId: string, rows: readonly ReviewRow[]): Promise<void> {
  if (rows.length === 0) return
  const rules = await lockReviewRules(work.tx, organizationId)
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
async function lockReviewRules(tx: Tx, organizationId: string): Promise<RuleRow[]> {
  const held = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM alert_rule WHERE organization_id = ${organizationId}::uuid AND active AND trigger = 'review'
    ORDER BY id FOR KEY SHARE`
  if (held.length === 0) return []
  return tx.alertRule.findMany({ where: { organizationId, id: { in: held.map(({ id }) => id) } } })
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
