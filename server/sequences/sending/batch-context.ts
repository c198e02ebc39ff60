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
import type { CompletedResponse, LoadedStep } from './find-next-step'
import { InMemorySending, type RecipientRow, type SendingRow, type SendingStepRow } from './in-memory-sending'
import {
  type BatchOrganizationRow,
  type BatchRows,
  type BatchSequenceRow,
  type BatchSurveyRow,
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
  sequences: ReadonlyMap<string, CurrentSteps>
  surveys: ReadonlyMap<string, BatchSurveyRow>
  suppressionsByEmail: ReadonlyMap<string, ReadonlySet<SuppressionReason>>
  /** When numbers opted out of text messages; loaded, and locked, if there are SMS steps. */
  smsOptOuts: ReadonlyMap<string, Date>
  lastSurveyedAt: ReadonlyMap<string, Date>
  timeZones: ReadonlyMap<string, string | null>
  contactProperties: readonly PropertyDefinition[]
}

/** With `isPreview` nothing may be written afterwards: it takes no locks. */
export async function loadBatchContext(
  tx: Tx,
  organizationId: string,
  ids: readonly string[],
  { isPreview = false }: { isPreview?: boolean } = {},
): Promise<BatchContext> {
  const batch = await loadSendingBatch(tx, organizationId, ids)
  const { organization, sendings, done, contacts, surveys, contactProperties, ...rows } = batch
  const sequences = await resolveSteps(tx, organizationId, rows.sequences)
  const emails = contacts.map(({ email }) => email)
  const suppressionsByEmail = await loadSuppressions(tx, organizationId, emails)
  const options = { except: ids, isPreview }
  const lastSurveyedAt =
    surveys.length === 0 ? new Map() : await loadLastSurveyed(tx, batch, suppressionsByEmail, options)
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
      await loadCompletedResponses(tx, organizationId, sequences, ids),
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
    timeZones: await loadTimeZones(tx, organizationId, [...sendings, ...contacts], {
      isNeeded: organization.quietHoursStart !== null || hasSmsSteps(sequences),
    }),
    contactProperties,
  }
}

/** When throttled contacts were last surveyed: each, if the organization throttles, else those who asked for fewer surveys. */
async function loadLastSurveyed(
  tx: Tx,
  { organization, contacts }: Pick<BatchRows, 'organization' | 'contacts'>,
  suppressionsByEmail: BatchContext['suppressionsByEmail'],
  { except, isPreview }: { except: readonly string[]; isPreview: boolean },
): Promise<Map<string, Date>> {
  const throttles = contacts.flatMap(({ id, email }) => {
    const throttle = chooseThrottle(organization.throttleDays, suppressionsByEmail.get(email))
    return throttle ? [{ id, days: throttle.days }] : []
  })
  if (throttles.length === 0) return new Map()
  const contactIds = throttles.map(({ id }) => id)
  // Sendings of the same contact that are due at the same moment must see each other.
  if (!isPreview) await lockRows(tx, 'contact', organization.id, contactIds)
  const days = Math.max(...throttles.map((throttle) => throttle.days))
  return readLastSurveyed(tx, organization.id, { contactIds, except, days })
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
    rows.map(({ id, status, steps }) => [id, status === 'active' ? steps : 'waits']),
  )
  const inactiveIds = rows.flatMap(({ id, status }) => (status === 'active' ? [] : [id]))
  if (inactiveIds.length === 0) return current
  // Re-read under a lock, so that a concurrent resume is either seen here or finds the sendings paused.
  await lockRows(tx, 'sequence', organizationId, inactiveIds, 'SHARE')
  const where = { organizationId, id: { in: inactiveIds }, status: 'active' }
  const resumed = await tx.sequence.findMany({ where, select: { id: true } })
  for (const { id, steps } of rows) if (resumed.some((sequence) => sequence.id === id)) current.set(id, steps)
  return current
}

async function loadCompletedResponses(
  tx: Tx,
  organizationId: string,
  sequences: ReadonlyMap<string, CurrentSteps>,
  sendingIds: readonly string[],
): Promise<Map<string, CompletedResponse[]>> {
  const steps = [...sequences.values()].flatMap((sequenceSteps) => (sequenceSteps === 'waits' ? [] : sequenceSteps))
  const answers = new Map<string, CompletedResponse[]>()
  if (steps.every(({ condition }) => condition === 'always')) return answers
  const rows = await tx.response.findMany({
    where: { organizationId, sendingId: { in: [...sendingIds] }, status: 'completed' },
    orderBy: { submittedAt: 'asc' },
    select: { sendingId: true, surveyId: true, band: true },
  })
  for (const { sendingId, ...answer } of rows)
    if (sendingId !== null) answers.set(sendingId, [...(answers.get(sendingId) ?? []), answer])
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
