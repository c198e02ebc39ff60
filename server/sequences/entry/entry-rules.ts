import type { EntryRule as RuleRow } from '@/prisma/generated/client'
import { DAY_MS, now } from '../../clock'
import { db, type Tx } from '../../db'
import { type FieldErrors, NotFound, ValidationError } from '../../errors'
import { lockRow } from '../../locks'
import { localizableMessage } from '../../messages/localizable-message'
import { transact } from '../../unit-of-work'
import { toCauseColumns, toEntryCause } from './cause-columns'
import { ENTRY_RULES_MAX, SCANNED_TYPES } from './constants'
import type { EntryRule, SaveEntryRule } from './schema'

const LATELY_MS = 30 * DAY_MS

/** The rules of a sequence, oldest first. @throws {NotFound} */
export async function listEntryRules(organizationId: string, sequenceId: string): Promise<EntryRule[]> {
  const sequence = await db.sequence.findFirst({
    where: { id: sequenceId, organizationId },
    select: { entryRules: { orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] } },
  })
  if (!sequence) throw new NotFound('sequence')
  return presentRules(db, organizationId, sequence.entryRules)
}

/**
 * Creates a rule, or changes one. A rule whose cause or segment changes starts again: those who are in the segment then have not entered it.
 * @throws {NotFound} @throws {ValidationError} for a segment, survey or property that the organization does not have, and at the limit
 */
export async function saveEntryRule(organizationId: string, input: SaveEntryRule): Promise<EntryRule> {
  const { id, sequenceId, cause, segmentId } = input
  return transact(async ({ tx, signal }) => {
    await lockSequence(tx, organizationId, sequenceId)
    await requireReferences(tx, organizationId, input)
    const columns = {
      ...toCauseColumns(cause),
      segmentId,
      reentryDays: cause.type === 'recurring' ? 0 : input.reentryDays,
      sampleOneIn: input.sampleOneIn,
    }
    const nextScanAt = SCANNED_TYPES.includes(cause.type) ? now() : null
    const row =
      id === undefined
        ? await insertRule(tx, organizationId, { ...columns, sequenceId, nextScanAt })
        : await updateRule(tx, organizationId, { ...columns, id, sequenceId, nextScanAt })
    if (nextScanAt !== null) signal({ queue: 'sequences/entry-scans', organizationId })
    const [rule] = await presentRules(tx, organizationId, [row])
    if (!rule) throw new Error('the rule that was written')
    return rule
  })
}

/** Who waits to be decided on does not enter. @throws {NotFound} */
export async function deleteEntryRule(organizationId: string, id: string): Promise<{ id: string; deleted: true }> {
  const { count } = await db.entryRule.deleteMany({ where: { id, organizationId } })
  if (count === 0) throw new NotFound('entryRule')
  return { id, deleted: true }
}

type RuleColumns = ReturnType<typeof toCauseColumns> &
  Pick<RuleRow, 'sequenceId' | 'segmentId' | 'reentryDays' | 'sampleOneIn' | 'nextScanAt'>

async function insertRule(tx: Tx, organizationId: string, data: RuleColumns): Promise<RuleRow> {
  const count = await tx.entryRule.count({ where: { organizationId, sequenceId: data.sequenceId } })
  if (count >= ENTRY_RULES_MAX)
    throw new ValidationError({ cause: [localizableMessage('entry.many', { maximum: ENTRY_RULES_MAX })] })
  return tx.entryRule.create({ data: { organizationId, ...data } })
}

async function updateRule(
  tx: Tx,
  organizationId: string,
  { id, sequenceId, ...data }: RuleColumns & { id: string },
): Promise<RuleRow> {
  await lockRow(tx, 'entry_rule', organizationId, id)
  const before = await tx.entryRule.findFirst({ where: { id, organizationId, sequenceId } })
  if (!before) throw new NotFound('entryRule')
  const isSame = before.segmentId === data.segmentId && isSameCause(before, data)
  const { reentryDays, sampleOneIn } = data
  if (isSame) return tx.entryRule.update({ where: { id, organizationId }, data: { reentryDays, sampleOneIn } })
  await tx.entryRuleMember.deleteMany({ where: { organizationId, ruleId: id } })
  await tx.entryCandidate.deleteMany({ where: { organizationId, ruleId: id, decidedAt: null } })
  const restart = { scannedThrough: null, baselineAt: null, scanClaimedAt: null }
  return tx.entryRule.update({ where: { id, organizationId }, data: { ...data, ...restart } })
}

function isSameCause(before: RuleRow, after: Parameters<typeof toEntryCause>[0]): boolean {
  return JSON.stringify(toEntryCause(before)) === JSON.stringify(toEntryCause(after))
}

async function lockSequence(tx: Tx, organizationId: string, id: string): Promise<void> {
  await lockRow(tx, 'sequence', organizationId, id)
  if ((await tx.sequence.count({ where: { id, organizationId } })) === 0) throw new NotFound('sequence')
}

async function requireReferences(tx: Tx, organizationId: string, { cause, segmentId }: SaveEntryRule): Promise<void> {
  const errors: FieldErrors = {}
  if (segmentId !== null && (await tx.segment.count({ where: { organizationId, id: segmentId } })) === 0)
    errors['segmentId'] = [localizableMessage('entry.noSegment')]
  if (cause.type === 'response_given' && cause.surveyId !== null) {
    const where = { organizationId, id: cause.surveyId, deletedAt: null }
    if ((await tx.survey.count({ where })) === 0) errors['cause.surveyId'] = [localizableMessage('entry.noSurvey')]
  }
  if (cause.type === 'date_reached') {
    const where = { organizationId, key: cause.propertyKey, type: 'date' }
    if ((await tx.contactProperty.count({ where })) === 0)
      errors['cause.propertyKey'] = [localizableMessage('entry.noDateProperty')]
  }
  if (Object.keys(errors).length > 0) throw new ValidationError(errors)
}

async function presentRules(tx: Tx, organizationId: string, rows: readonly RuleRow[]): Promise<EntryRule[]> {
  const ruleId = { in: rows.map(({ id }) => id) }
  const count = (where: object) =>
    tx.entryCandidate.groupBy({ by: ['ruleId'], where: { organizationId, ruleId, ...where }, _count: true })
  const entered = await count({ outcome: 'entered', createdAt: { gte: new Date(now().getTime() - LATELY_MS) } })
  const waiting = await count({ decidedAt: null })
  const of = (counts: typeof entered, id: string) => counts.find((one) => one.ruleId === id)?._count ?? 0
  return rows.map((row) => ({
    id: row.id,
    sequenceId: row.sequenceId,
    cause: toEntryCause(row),
    segmentId: row.segmentId,
    reentryDays: row.reentryDays,
    sampleOneIn: row.sampleOneIn,
    enteredLately: of(entered, row.id),
    waiting: of(waiting, row.id),
    createdAt: row.createdAt.toISOString(),
  }))
}
