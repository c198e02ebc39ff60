import type { Contact as ContactRow, Organization as OrganizationRow } from '../../prisma/generated/client'
import { now } from '../clock'
import { suppressedAmong } from '../contacts/suppression'
import type { Tx } from '../db'
import type { Message } from '../messaging/message'
import { holdOf } from '../organizations/hold'
import { type Composition, composeMessage, showsLink } from './compose'
import { type Done, firstSending, isReminder, latestSurvey, type Step, unmetCondition } from './plan'
import { afterQuietHours } from './quiet-hours'
import { type ReasonCode, reasonText } from './reasons'
import { faultOfQuestions } from './step-rules'

const DAY_MS = 86_400_000

export type Sending = { id: string; contactId: string; locationId: string | null }

/** What is to be done about a step that is due. */
export type Verdict =
  | { do: 'complete' }
  | { do: 'skip'; reason: string; isContactGone?: true }
  | { do: 'postpone'; until: Date; reason: string }
  /** Nothing of the organization may leave. */
  | { do: 'hold' }
  | { do: 'send'; message: Message; surveyId: string | null }

type Due = { step: Step; done: readonly Done[]; sendingStepId: string }

/** Every check between "it is due" and "it leaves", in the order in which a person would give the reasons. */
export async function judge(tx: Tx, organizationId: string, sending: Sending, due: Due): Promise<Verdict> {
  const { step } = due
  if (step.type === 'wait') return (await unmet(tx, organizationId, sending, due)) ?? { do: 'complete' }
  const contact = await tx.contact.findFirst({ where: { id: sending.contactId, organizationId } })
  if (!contact) return { ...skip('contactDeleted'), isContactGone: true }
  return (await unmet(tx, organizationId, sending, due)) ?? judgeMessage(tx, organizationId, sending, due, contact)
}

async function judgeMessage(
  tx: Tx,
  organizationId: string,
  sending: Sending,
  due: Due,
  contact: ContactRow,
): Promise<Verdict> {
  const { step, done, sendingStepId } = due
  const linked = step.surveyId ?? latestSurvey(done)?.surveyId
  const survey =
    linked === undefined ? null : await tx.survey.findFirst({ where: { id: linked, organizationId, deletedAt: null } })
  const fault =
    faultOfSurvey(step, survey) ??
    (linked === undefined && showsLink(step) ? 'nothingToLink' : undefined) ??
    (await faultOfRecipient(tx, organizationId, step, contact))
  if (fault) return skip(fault)

  const organization = await tx.organization.findUniqueOrThrow({ where: { id: organizationId } })
  const place = { id: sending.id, contactId: contact.id, locationId: sending.locationId ?? contact.locationId }
  const obstacle = await obstacleNow(tx, organization, place, due)
  if (obstacle) return obstacle

  const surveyStepId = linked === undefined ? null : (firstSending(done, linked)?.id ?? sendingStepId)
  const given: Composition = {
    step,
    sendingStepId,
    surveyStepId,
    survey: step.surveyId === null ? null : survey,
    contact,
    organization,
  }
  return { do: 'send', message: composeMessage(given), surveyId: step.surveyId }
}

/** What keeps a message that may be sent from leaving at this moment; undefined when nothing does. */
async function obstacleNow(
  tx: Tx,
  organization: OrganizationRow,
  sending: Sending,
  due: Due,
): Promise<Verdict | undefined> {
  if (holdOf(organization)) return { do: 'hold' }
  const { id: organizationId, throttleDays } = organization
  const throttled = await throttle(tx, organizationId, sending, due, throttleDays)
  return throttled ?? quietHours(tx, organizationId, organization, sending.locationId)
}

function faultOfSurvey(
  { surveyId }: Step,
  survey: { status: string; type: string; questions: unknown } | null,
): ReasonCode | undefined {
  if (surveyId === null) return undefined
  if (survey?.status !== 'active') return 'surveyArchived'
  return faultOfQuestions(survey) ? 'surveyEmpty' : undefined
}

/** Why this person must not, or cannot, be written to; undefined when they may. */
async function faultOfRecipient(
  tx: Tx,
  organizationId: string,
  step: Step,
  contact: { email: string; phone: string | null; unsubscribed: boolean },
): Promise<ReasonCode | undefined> {
  const suppressed = (await suppressedAmong(tx, organizationId, [contact.email])).get(contact.email)
  if (contact.unsubscribed || suppressed?.has('opted_out')) return 'unsubscribed'
  if (suppressed?.has('bounced') && step.type !== 'sms') return 'suppressed'
  return step.type === 'sms' && !/^\+\d{6,15}$/.test(contact.phone ?? '') ? 'noPhone' : undefined
}

async function unmet(tx: Tx, organizationId: string, sending: Sending, { step, done }: Due) {
  if (step.condition === 'always') return undefined
  const answers = await tx.response.findMany({
    where: { organizationId, sendingId: sending.id, status: 'completed' },
    orderBy: { submittedAt: 'asc' },
    select: { surveyId: true, band: true },
  })
  const fault = unmetCondition(step.condition, done, answers)
  return fault && skip(fault.code, fault.values)
}

/**
 * At most one survey per contact in so many days, over all their sequences. A survey that comes too soon is not sent at
 * all: it would ask about something long past. The contact's row is locked, so that two sequences that are due at the
 * same moment see each other.
 */
async function throttle(tx: Tx, organizationId: string, sending: Sending, due: Due, days: number | null) {
  if (days === null || due.step.surveyId === null || isReminder(due.step, due.done)) return undefined
  await tx.$queryRaw`SELECT id FROM contact WHERE id = ${sending.contactId}::uuid AND organization_id = ${organizationId}::uuid FOR UPDATE`
  const since = new Date(now().getTime() - days * DAY_MS)
  const recent = await tx.sendingStep.findFirst({
    where: {
      organizationId,
      surveyId: { not: null },
      sending: { contactId: sending.contactId },
      OR: [
        { sentAt: { gt: since }, status: { not: 'bounced' } },
        // On its way out right now.
        { claimedAt: { gt: since }, endedAt: null },
      ],
    },
    orderBy: { createdAt: 'desc' },
    select: { sentAt: true, claimedAt: true },
  })
  const last = recent?.sentAt ?? recent?.claimedAt
  if (!last) return undefined
  const until = new Date(last.getTime() + days * DAY_MS)
  return skip('throttled', { until: until.toISOString(), since: last.toISOString() })
}

type Settings = { timeZone: string; quietHoursStart: number | null; quietHoursEnd: number | null }

async function quietHours(tx: Tx, organizationId: string, settings: Settings, locationId: string | null) {
  const { quietHoursStart: start, quietHoursEnd: end } = settings
  if (start === null || end === null) return undefined
  const location = locationId && (await tx.location.findFirst({ where: { id: locationId, organizationId } }))
  const timeZone = (location ? location.timeZone : null) ?? settings.timeZone
  const until = afterQuietHours(now(), { start, end, timeZone })
  if (until <= now()) return undefined
  return { do: 'postpone' as const, until, reason: reasonText('quietHours', { until: until.toISOString() }) }
}

function skip(code: ReasonCode, values?: Record<string, string>) {
  return { do: 'skip' as const, reason: reasonText(code, values) }
}
