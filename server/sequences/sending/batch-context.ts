import { DAY_MS, now } from '../../clock'
import type { PropertyDefinition } from '../../contact-properties/constants'
import type { SuppressionReason } from '../../contacts/queries'
import { loadSmsOptOuts, lockAndLoadSmsOptOuts } from '../../contacts/sms-opt-outs'
import { loadSuppressions } from '../../contacts/suppression'
import type { Tx } from '../../db'
import { lockRows } from '../../locks'
import type { SendingRestriction } from '../../organizations/constants'
import {
  lockAndReadContactMessageRestriction,
  resolveContactMessageRestriction,
} from '../../organizations/sending-restriction'
import { asStoredAnswers } from '../../responses/responses'
import { loadMatchingContacts, type MatchingContacts, toContactFilter } from '../conditions/matching-contacts'
import type { StepCriterion } from '../conditions/schema'
import { DailyPlaces } from '../rules/daily-places'
import { toOrganizationDay } from '../rules/organization-day'
import { listUpcomingSurveys, readMessageDays, type UpcomingSurvey } from '../rules/queries'
import type { SequenceRules } from '../rules/schema'
import type { CompletedResponse, LoadedStep } from './find-next-step'
import { InMemorySending, type RecipientRow, type SendingRow, type SendingStepRow } from './in-memory-sending'
import {
  type BatchOrganizationRow,
  type BatchRows,
  type BatchSequenceRow,
  type BatchSurveyRow,
  type LastSurveyedAt,
  loadNewSendingBatch,
  loadSendingBatch,
  readLastSurveyed,
} from './queries'
import { chooseThrottle } from './throttle'

/** "waits" if the sequence is not active. A missing entry means that the sequence was deleted. */
export type CurrentSteps = LoadedStep[] | 'waits'

export type BatchContext = {
  organization: BatchOrganizationRow
  /** Why nothing may be sent. Locked until the commit, so that lifting the hold also resumes the sendings paused here. */
  sendingRestriction: SendingRestriction | null
  sendingsInMemory: InMemorySending[]
  /** By `versionKey`. */
  sequences: ReadonlyMap<string, CurrentSteps>
  surveys: ReadonlyMap<string, BatchSurveyRow>
  suppressionsByEmail: ReadonlyMap<string, ReadonlySet<SuppressionReason>>
  /** When numbers opted out of text messages; loaded, and locked, if there are SMS steps. */
  smsOptOuts: ReadonlyMap<string, Date>
  lastSurveyedAt: LastSurveyedAt
  /** Surveys that go first, if one of the batch may give way. */
  upcomingSurveys: readonly UpcomingSurvey[]
  rules: ReadonlyMap<string, SequenceRules>
  /** Places under the daily caps; locked, and written by the batch. */
  dailyPlaces: DailyPlaces
  /** For the conditions of the steps, which contacts meet what. */
  matchingContacts: MatchingContacts
  timeZones: ReadonlyMap<string, string | null>
  contactProperties: readonly PropertyDefinition[]
}

/** The steps of a sequence in one of its versions. */
export function versionKey(sequenceId: string, version: number | null): string {
  return `${sequenceId} ${version}`
}

/**
 * With `isPreview` nothing may be written afterwards: it takes no locks.
 * @param options.newSendingsOf a sequence that the contacts with these ids enter now, whatever its status
 */
export async function loadBatchContext(
  tx: Tx,
  organizationId: string,
  ids: readonly string[],
  { isPreview = false, newSendingsOf }: { isPreview?: boolean; newSendingsOf?: string } = {},
): Promise<BatchContext> {
  const batch =
    newSendingsOf === undefined
      ? await loadSendingBatch(tx, organizationId, ids)
      : await loadNewSendingBatch(tx, organizationId, { sequenceId: newSendingsOf, contactIds: ids })
  const { organization, sendings, done, contacts, surveys, contactProperties, ...rows } = batch
  const sequences =
    newSendingsOf === undefined
      ? await resolveSteps(tx, organizationId, rows.sequences)
      : new Map(rows.sequences.map(({ id, version, steps }) => [versionKey(id, version), steps]))
  const emails = contacts.map(({ email }) => email)
  const suppressionsByEmail = await loadSuppressions(tx, organizationId, emails)
  const options = { except: ids, isPreview }
  const throttles = listThrottles(batch, suppressionsByEmail)
  const lastSurveyedAt = await loadLastSurveyed(tx, batch, throttles, options)
  const sendingRestriction = resolveContactMessageRestriction(organization)
  return {
    organization,
    sendingRestriction:
      sendingRestriction && !isPreview
        ? await lockAndReadContactMessageRestriction(tx, organizationId)
        : sendingRestriction,
    sendingsInMemory: toSendingsInMemory(
      sendings,
      done,
      contacts,
      await loadCompletedResponses(tx, organizationId, {
        sequences,
        ids,
        areNeeded: rows.sequences.some(({ rules }) => rules.stopsOnAnswer),
      }),
    ),
    sequences,
    surveys: new Map(surveys.map((survey) => [survey.id, survey])),
    suppressionsByEmail,
    smsOptOuts: hasSmsSteps(sequences)
      ? await (isPreview ? loadSmsOptOuts : lockAndLoadSmsOptOuts)(
          tx,
          organizationId,
          contacts.map(({ phone }) => phone),
        )
      : new Map(),
    lastSurveyedAt,
    upcomingSurveys: await loadUpcomingSurveys(tx, batch, throttles),
    rules: new Map(rows.sequences.map(({ id, rules }) => [id, rules])),
    dailyPlaces: await loadDailyPlaces(tx, organization, rows.sequences, { isPreview }),
    matchingContacts: await loadMatchingContacts(
      tx,
      organizationId,
      [
        ...listCriteria(sequences).flatMap((criterion) => toContactFilter(criterion) ?? []),
        ...listStopFilters(rows.sequences),
      ],
      contacts.map(({ id }) => id),
    ),
    timeZones: await loadTimeZones(tx, organizationId, [...sendings, ...contacts], {
      isNeeded:
        organization.quietHoursStart !== null ||
        hasSmsSteps(sequences) ||
        rows.sequences.some(({ rules }) => hasSendingWindow(rules)),
    }),
    contactProperties,
  }
}

type ContactThrottle = { id: string; days: number }

/** Throttled contacts: each, if the organization throttles, else those who asked for fewer surveys. None if nothing asks a survey. */
function listThrottles(
  { organization, contacts, surveys }: BatchRows,
  suppressionsByEmail: BatchContext['suppressionsByEmail'],
): ContactThrottle[] {
  if (surveys.length === 0) return []
  return contacts.flatMap(({ id, email }) => {
    const throttle = chooseThrottle(organization.throttleDays, suppressionsByEmail.get(email))
    return throttle ? [{ id, days: throttle.days }] : []
  })
}

/** When throttled contacts were last surveyed; all contacts, if a survey of the batch has a cool-down of its own. */
async function loadLastSurveyed(
  tx: Tx,
  { organization, contacts, surveys }: BatchRows,
  throttled: readonly ContactThrottle[],
  { except, isPreview }: { except: readonly string[]; isPreview: boolean },
): Promise<LastSurveyedAt> {
  const cooldownDays = Math.max(0, ...surveys.map((survey) => survey.cooldownDays ?? 0))
  const throttles =
    cooldownDays === 0 ? throttled : [...throttled, ...contacts.map(({ id }) => ({ id, days: cooldownDays }))]
  if (throttles.length === 0) return new Map()
  const contactIds = [...new Set(throttles.map(({ id }) => id))]
  // Sendings of the same contact that are due at the same moment must see each other.
  if (!isPreview) await lockRows(tx, 'contact', organization.id, contactIds)
  const days = Math.max(...throttles.map((throttle) => throttle.days))
  return readLastSurveyed(tx, organization.id, { contactIds, except, days })
}

function listCriteria(sequences: ReadonlyMap<string, CurrentSteps>): StepCriterion[] {
  return [...sequences.values()].flatMap((steps) =>
    steps === 'waits' ? [] : steps.flatMap(({ conditions }) => conditions?.items ?? []),
  )
}

/** Surveys of a higher priority than one of the batch, which throttled contacts are on their way to. */
async function loadUpcomingSurveys(
  tx: Tx,
  { organization, surveys }: BatchRows,
  throttles: readonly ContactThrottle[],
): Promise<UpcomingSurvey[]> {
  const lowest = Math.min(...surveys.map(({ priority }) => priority))
  if (throttles.length === 0 || (organization.topPriority ?? 0) <= lowest) return []
  const days = Math.max(...throttles.map((throttle) => throttle.days))
  return listUpcomingSurveys(tx, organization.id, {
    contactIds: throttles.map(({ id }) => id),
    above: lowest,
    before: new Date(now().getTime() + days * DAY_MS),
  })
}

async function loadDailyPlaces(
  tx: Tx,
  organization: BatchOrganizationRow,
  sequences: readonly BatchSequenceRow[],
  { isPreview }: { isPreview: boolean },
): Promise<DailyPlaces> {
  const capped = sequences.flatMap(({ id, rules }) => (rules.dailyCap === null ? [] : id))
  const sequenceIds = [...new Set(capped)]
  const counts = new Map(sequenceIds.map((id) => [id, new Map<string, number>()]))
  if (sequenceIds.length > 0) {
    const today = toOrganizationDay(organization)
    const days = await readMessageDays(tx, organization.id, { sequenceIds, today, isLocked: !isPreview })
    for (const { sequenceId, day, messages } of days) counts.get(sequenceId)?.set(day, messages)
  }
  return new DailyPlaces(counts)
}

function listStopFilters(sequences: readonly BatchSequenceRow[]) {
  return sequences.flatMap(({ rules: { stopTag, stopOutsideSegmentId } }) => [
    ...(stopTag === null ? [] : [{ tag: stopTag }]),
    ...(stopOutsideSegmentId === null ? [] : [{ segment_id: stopOutsideSegmentId }]),
  ])
}

function hasSendingWindow({ sendDays, sendFrom, sendUntil }: SequenceRules): boolean {
  return sendDays.length > 0 || sendFrom !== null || sendUntil !== null
}

function hasSmsSteps(sequences: ReadonlyMap<string, CurrentSteps>): boolean {
  return [...sequences.values()].some((steps) => steps !== 'waits' && steps.some(({ type }) => type === 'sms'))
}

function toSendingsInMemory(
  sendings: readonly SendingRow[],
  done: readonly SendingStepRow[],
  contacts: readonly RecipientRow[],
  answers: ReadonlyMap<string, CompletedResponse[]>,
): InMemorySending[] {
  const steps = new Map<string, SendingStepRow[]>(sendings.map(({ id }) => [id, []]))
  for (const row of done) steps.get(row.sendingId)?.push(row)
  const byId = new Map(contacts.map((contact) => [contact.id, contact]))
  return sendings.map((sending) => {
    const { id, contactId } = sending
    return new InMemorySending(sending, steps.get(id) ?? [], byId.get(contactId) ?? null, answers.get(id) ?? [])
  })
}

async function resolveSteps(
  tx: Tx,
  organizationId: string,
  rows: readonly BatchSequenceRow[],
): Promise<Map<string, CurrentSteps>> {
  const current = new Map<string, CurrentSteps>(
    rows.map((row) => [versionKey(row.id, row.version), row.status === 'active' ? row.steps : 'waits']),
  )
  const inactiveIds = rows.flatMap(({ id, status }) => (status === 'active' ? [] : [id]))
  if (inactiveIds.length === 0) return current
  // Re-read under a lock, so that a concurrent resume is either seen here or finds the sendings paused.
  await lockRows(tx, 'sequence', organizationId, inactiveIds, 'SHARE')
  const where = { organizationId, id: { in: inactiveIds }, status: 'active' }
  const resumed = await tx.sequence.findMany({ where, select: { id: true } })
  for (const { id, version, steps } of rows)
    if (resumed.some((sequence) => sequence.id === id)) current.set(versionKey(id, version), steps)
  return current
}

async function loadCompletedResponses(
  tx: Tx,
  organizationId: string,
  {
    sequences,
    ids,
    areNeeded,
  }: { sequences: ReadonlyMap<string, CurrentSteps>; ids: readonly string[]; areNeeded: boolean },
): Promise<Map<string, CompletedResponse[]>> {
  const steps = [...sequences.values()].flatMap((sequenceSteps) => (sequenceSteps === 'waits' ? [] : sequenceSteps))
  const answers = new Map<string, CompletedResponse[]>()
  if (!areNeeded && steps.every(({ condition, conditions }) => condition === 'always' && conditions === null))
    return answers
  const includesAnswers = listCriteria(sequences).some(({ type }) => type === 'answer')
  const rows = await tx.response.findMany({
    where: { organizationId, sendingId: { in: [...ids] }, status: 'completed' },
    orderBy: { submittedAt: 'asc' },
    select: { sendingId: true, surveyId: true, band: true, answers: includesAnswers },
  })
  for (const { sendingId, answers: content, ...response } of rows) {
    if (sendingId === null) continue
    const completed = { ...response, ...(content ? { answers: asStoredAnswers(content) } : {}) }
    answers.set(sendingId, [...(answers.get(sendingId) ?? []), completed])
  }
  return answers
}

async function loadTimeZones(
  tx: Tx,
  organizationId: string,
  records: readonly { locationId: string | null }[],
  { isNeeded }: { isNeeded: boolean },
): Promise<Map<string, string | null>> {
  const ids = distinct(records.map(({ locationId }) => locationId))
  if (!isNeeded || ids.length === 0) return new Map()
  const rows = await tx.location.findMany({ where: { organizationId, id: { in: ids } } })
  return new Map(rows.map(({ id, timeZone }) => [id, timeZone]))
}

function distinct(ids: readonly (string | null)[]): string[] {
  return [...new Set(ids)].filter((id) => id !== null)
}
