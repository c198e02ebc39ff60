import { v7 as uuidv7 } from 'uuid'
import type { SendingStep as DoneRow, Sending as SendingRow } from '../../prisma/generated/client'
import { now } from '../clock'
import type { Tx } from '../db'
import { captureMessage } from '../messaging/captured'
import { delivererOf } from '../messaging/channels'
import type { Message, Outcome } from '../messaging/message'
import { countMessage } from '../organizations/daily-use'
import { lockHold } from '../organizations/hold'
import { transact, type Work } from '../webhooks/outbox'
import { judge } from './judge'
import { nextStep, type Step } from './plan'
import { reasonText } from './reasons'
import { arrivedIfAnswered, type Claim, completeSending, type Ended, endStep } from './record'
import { textFaultsOf } from './schema'

/**
 * A claim is older than this only if its process died: no offer to a provider lasts longer than a minute.
 */
export const CLAIM_MS = 2 * 60_000

/** What one look at a sending found, and did. */
export type Turn =
  | { state: 'ended' }
  | { state: 'waiting'; until: Date }
  | { state: 'parked' }
  /** A text of the sequence would not leave as it was meant: it is to be paused. */
  | { state: 'unsendable'; sequenceId: string }
  /** Something was done; there may be more. */
  | { state: 'went on' }
  /** The claim is committed; the message may leave. */
  | { state: 'claimed'; claim: Claim; deliver: () => Promise<Outcome> }

/** Looks at the rows and does the next thing that needs no network, in one transaction. The sending's row is locked. */
export async function takeTurn(organizationId: string, sendingId: string): Promise<Turn> {
  return transact(async (work) => {
    const { tx } = work
    const sending = await lockSending(tx, organizationId, sendingId)
    if (!sending || sending.endedAt !== null) return { state: 'ended' }
    const steps = await openSteps(tx, sending)
    if (steps === 'waits') return park(tx, sending)
    if (steps === 'gone') return completeSending(tx, sending, 'cancelled', reasonText('sequenceDeleted'))

    const done = await tx.sendingStep.findMany({ where: { organizationId, sendingId } })
    const claimed = done.find((row) => row.claimedAt !== null && row.endedAt === null)
    if (claimed?.claimedAt) return settleClaim(work, sending, claimed, claimed.claimedAt, steps)

    const step = nextStep(steps, done)
    if (!step) return completeSending(tx, sending)
    const row = done.find(({ stepId }) => stepId === step.id)
    const dueAt = dueOf(sending, step, row)
    if (dueAt > now()) return wait(tx, sending, dueAt)
    if (sending.sequenceId !== null && step.type !== 'wait' && textFaultsOf(steps).length > 0)
      return { state: 'unsendable', sequenceId: sending.sequenceId }
    return doStep(work, sending, { step, position: steps.indexOf(step), row, done })
  })
}

export async function lockSending(tx: Tx, organizationId: string, sendingId: string): Promise<SendingRow | null> {
  await tx.$queryRaw`SELECT id FROM sending WHERE id = ${sendingId}::uuid AND organization_id = ${organizationId}::uuid FOR UPDATE`
  return tx.sending.findFirst({ where: { id: sendingId, organizationId } })
}

type Next = { step: Step; position: number; row: DoneRow | undefined; done: readonly DoneRow[] }

async function doStep(work: Work, sending: SendingRow, { step, position, row, done }: Next): Promise<Turn> {
  const { tx } = work
  const sendingStepId = row?.id ?? uuidv7()
  const verdict = await judge(tx, sending.organizationId, sending, { step, done, sendingStepId })
  const ended = (fields: Ended) => endStep(work, sending, { step, position, sendingStepId }, fields)
  switch (verdict.do) {
    case 'complete':
      return ended({ status: 'completed' })
    case 'skip':
      await ended({ status: 'skipped', reason: verdict.reason })
      return verdict.isContactGone ? completeSending(tx, sending, 'cancelled', verdict.reason) : { state: 'went on' }
    case 'postpone':
      await writeRow(tx, sending, { step, position, sendingStepId }, { dueAt: verdict.until, reason: verdict.reason })
      return wait(tx, sending, verdict.until)
    case 'hold':
      return hold(tx, sending, { step, position, sendingStepId })
    case 'send':
      return send(work, sending, { step, position, sendingStepId }, verdict.message, row?.firstTriedAt ?? null)
  }
}

export type Place = { step: Step; position: number; sendingStepId: string }

async function send(work: Work, sending: SendingRow, place: Place, message: Message, firstTriedAt: Date | null) {
  const { tx } = work
  const { step } = place
  const recipient = message.channel === 'email' ? message.to.address : message.to
  const sent = { channel: message.channel, recipient, surveyId: step.surveyId }
  const deliver = delivererOf(message)
  if (!deliver) {
    await captureMessage(tx, sending.organizationId, message, sending.contactId)
    const provider = message.channel === 'email' ? 'mail server' : 'SMS provider'
    const reason = reasonText('captured', { provider })
    return endStep(work, sending, place, { ...sent, status: 'captured', capturedAt: now(), reason })
  }
  const claimedAt = now()
  const usedUp = await countMessage(tx, sending.organizationId, claimedAt)
  if (usedUp) {
    const { limit, until } = usedUp
    const reason = reasonText('quotaUsed', { limit: String(limit), until: until.toISOString() })
    await writeRow(tx, sending, place, { dueAt: until, reason })
    return wait(tx, sending, until)
  }
  await writeRow(tx, sending, place, { ...sent, claimedAt, firstTriedAt: firstTriedAt ?? claimedAt, reason: null })
  // Whoever looks meanwhile, or after a crash, comes back when the claim is settled or lost.
  await tx.sending.update({
    where: { id: sending.id },
    data: { status: 'running', dueAt: new Date(claimedAt.getTime() + CLAIM_MS) },
  })
  const claim: Claim = { sendingId: sending.id, sendingStepId: place.sendingStepId, step, claimedAt, message }
  return { state: 'claimed' as const, claim, deliver }
}

/** Somebody else is handing this message over; or was, and died: then nobody knows, and it is not sent again. */
async function settleClaim(work: Work, sending: SendingRow, row: DoneRow, claimedAt: Date, steps: readonly Step[]) {
  const lostAt = new Date(claimedAt.getTime() + CLAIM_MS)
  if (lostAt > now()) return wait(work.tx, sending, lostAt)
  const step = steps.find(({ id }) => id === row.stepId) ?? removedStep(row)
  const place = { step, position: row.position, sendingStepId: row.id }
  const ended: Ended = { status: 'failed', reason: reasonText('interrupted'), sentAt: claimedAt }
  return endStep(work, sending, place, arrivedIfAnswered(row, ended))
}

/** A step that left the sequence while its message was on the way. */
function removedStep(row: DoneRow): Step {
  const { stepId: id, surveyId } = row
  return {
    id,
    type: row.type as Step['type'],
    surveyId,
    delay: 0,
    subject: null,
    body: null,
    webhookUrl: null,
    condition: 'always',
  }
}

/** The steps as they are now; "waits" while the sequence lets nobody go on, "gone" when it was deleted. */
async function openSteps(tx: Tx, sending: SendingRow): Promise<Step[] | 'waits' | 'gone'> {
  const { organizationId, sequenceId, surveyId } = sending
  if (sequenceId === null) return surveyId === null ? [] : [surveyAlone(sending.id, surveyId)]
  const sequence = await tx.sequence.findFirst({
    where: { id: sequenceId, organizationId },
    include: { steps: { orderBy: { position: 'asc' } } },
  })
  if (!sequence) return 'gone'
  if (sequence.status !== 'active' && !(await wasJustResumed(tx, organizationId, sequenceId))) return 'waits'
  return sequence.steps.map((step) => ({
    ...step,
    type: step.type as Step['type'],
    condition: step.condition as Step['condition'],
  }))
}

/** Resuming waits for whoever is about to park, and finds them parked. */
async function wasJustResumed(tx: Tx, organizationId: string, sequenceId: string): Promise<boolean> {
  const [held] = await tx.$queryRaw<{ status: string }[]>`
    SELECT status FROM sequence WHERE id = ${sequenceId}::uuid AND organization_id = ${organizationId}::uuid FOR SHARE`
  return held?.status === 'active'
}

/** A survey sent without a sequence is a sequence of one step, which has the sending's own id. */
function surveyAlone(id: string, surveyId: string): Step {
  return {
    id,
    type: 'survey',
    delay: 0,
    surveyId,
    subject: null,
    body: null,
    webhookUrl: null,
    condition: 'always',
  }
}

/** Delays count from the end of the step before; between two tries the row says how long to pause. */
function dueOf(sending: SendingRow, step: Step, row: DoneRow | undefined): Date {
  if (row?.firstTriedAt && row.dueAt) return row.dueAt
  return new Date(sending.anchorAt.getTime() + step.delay * 1000)
}

async function wait(tx: Tx, sending: SendingRow, until: Date): Promise<Turn> {
  if (sending.status !== 'running' || sending.dueAt?.getTime() !== until.getTime())
    await tx.sending.update({ where: { id: sending.id }, data: { status: 'running', dueAt: until } })
  return { state: 'waiting', until }
}

/** Waits until the hold is lifted, which wakes it; should that happen at this moment, it goes on. */
async function hold(tx: Tx, sending: SendingRow, place: Place): Promise<Turn> {
  const found = await lockHold(tx, sending.organizationId)
  if (!found) return { state: 'went on' }
  await writeRow(tx, sending, place, { reason: reasonText(found) })
  return park(tx, sending)
}

/** Nothing is due until somebody resumes the sequence, or lifts the hold, which wakes it. */
async function park(tx: Tx, sending: SendingRow): Promise<Turn> {
  await tx.sending.update({ where: { id: sending.id }, data: { dueAt: null } })
  return { state: 'parked' }
}

type Scheduled = {
  dueAt?: Date
  reason?: string | null
  claimedAt?: Date
  firstTriedAt?: Date
  channel?: string
  recipient?: string
  surveyId?: string | null
}

/** The step's row while it is not done. */
async function writeRow(tx: Tx, sending: SendingRow, place: Place, fields: Scheduled): Promise<void> {
  const { organizationId, id: sendingId } = sending
  const { step, position, sendingStepId: id } = place
  const data = { position, type: step.type, status: 'scheduled', ...fields }
  await tx.sendingStep.upsert({
    where: { id },
    create: { id, organizationId, sendingId, stepId: step.id, createdAt: now(), ...data },
    update: data,
  })
}
