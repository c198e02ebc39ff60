import { now } from '../../clock'
import { recordAddressBounce } from '../../contacts/record-address-bounce'
import type { Tx } from '../../db'
import { emitSendingFailures } from '../../message-events/emit-sending-failures'
import { applyEarlyEvents } from '../../message-events/record-message-event'
import type { MessageOutcome } from '../../messaging/message'
import { storeInOutbox } from '../../messaging/outbox'
import { castReason } from '../../messaging/outcome/reasons'
import { reserveQuotaAndDecideSends } from '../../messaging/outcome/reserve-quota-and-decide-sends'
import { countQuotaUnits } from '../../messaging/sms-text'
import { recordOutcomesInDailyUsage } from '../../organizations/daily-message-usage'
import { stopSendingIfUnhealthy } from '../../sending-health/stop-sending'
import { recordNumberRefusal } from '../../text-messages/record-number-refusal'
import { transact, type UnitOfWork } from '../../unit-of-work'
import { emitStepCompleted } from '../../webhooks/subscriptions/step-subscriptions'
import { addMessageDays } from '../rules/queries'
import { giveDailyPlaceBack, takeDailyPlace } from '../rules/take-daily-place'
import {
  advanceSendingInMemory,
  claimMessageInMemory,
  postponeStepInMemory,
  type SendableMessage,
} from './advance-sending-in-memory'
import { applyOutcomeInMemory, type MessageClaim, type ReportedOutcome } from './apply-outcome-in-memory'
import { type BatchContext, loadBatchContext } from './batch-context'
import type { InMemorySending } from './in-memory-sending'
import { lockSendings, writeSendingBatch } from './queries'
import { storeSurveyShortLinks } from './survey-short-link'

/*
 * Processes many sendings of one organization in one transaction: records the outcomes of their messages, advances the due ones
 * as far as possible without network access, and claims the messages that may be sent. Everything is read in one statement,
 * decided in memory, and written in another, whatever the size of the batch.
 */

/**
 * @property except sendings to skip although they are due
 * @property only this sending, due or not
 */
export type BatchOptions = { capacity: number; except?: readonly string[]; only?: string }

export type ClaimedMessage = { claim: MessageClaim; deliver: () => Promise<MessageOutcome> }

/**
 * @property unsendableSequenceIds sequences to pause, because some of their texts cannot be sent as written
 * @property failures unexpected errors by sending; the progress before them was written
 * @property isFull as many sendings were due as fit: there may be more
 */
export type BatchResult = {
  outgoing: ClaimedMessage[]
  unsendableSequenceIds: string[]
  failures: ReadonlyMap<string, unknown>
  isFull: boolean
}

export class BatchFailure extends Error {
  readonly ids: readonly string[]
  constructor(ids: readonly string[], cause: unknown) {
    super('a batch of sendings failed', { cause })
    this.ids = ids
  }
}

export async function recordAndClaimBatch(
  organizationId: string,
  reported: readonly ReportedOutcome[],
  wanted: BatchOptions,
): Promise<BatchResult> {
  let ids: string[] = []
  try {
    return await transact(async (work) => {
      const { capacity, except = [], only } = wanted
      const reportedIds = reported.map(({ claim: { sendingId } }) => sendingId)
      const locked = await lockSendings(work.tx, organizationId, {
        ids: only === undefined ? reportedIds : [...reportedIds, only],
        except,
        due: only === undefined ? capacity : 0,
      })
      ids = locked.map(({ id }) => id)
      const due = locked.filter(({ isDue }) => isDue).length
      const context = ids.length === 0 ? null : await loadBatchContext(work.tx, organizationId, ids)
      const isFull = only === undefined && due >= capacity
      const processed = context ? await processBatch(work, context, reported, capacity) : NOTHING_DONE
      return { ...processed, isFull }
    })
  } catch (error) {
    throw new BatchFailure(ids, error)
  }
}

/**
 * Advances sendings that the caller has locked as far as possible without sending: a message stays due. After an unexpected error a
 * sending is as it was before it, and stays due, so that the job meets the error again and reports it.
 */
export async function advanceLockedSendings(work: UnitOfWork, context: BatchContext): Promise<void> {
  await processBatch(work, context, [], 0)
}

const NOTHING_DONE = { outgoing: [], unsendableSequenceIds: [], failures: new Map() }

async function processBatch(
  work: UnitOfWork,
  context: BatchContext,
  reported: readonly ReportedOutcome[],
  places: number,
) {
  const { tx } = work
  const { organization, sendingsInMemory } = context
  const byId = new Map(sendingsInMemory.map((sendingInMemory) => [sendingInMemory.sending.id, sendingInMemory]))
  const applied = reported.filter((one) => applyOutcomeInMemory(byId.get(one.claim.sendingId), one))
  const smsOptOuts = await recordNumberRefusals(tx, context, applied)
  const sorted = sortByPriority(sendingsInMemory, reported)
  const { sendable, ...advanced } = advanceSendings({ ...context, smsOptOuts }, sorted, places)
  const outgoing = await claimMessages(tx, context, sendable)
  await recordOutcomesInDailyUsage(
    tx,
    organization.id,
    applied.map(({ claim: { claimedAt, message }, outcome }) => ({
      claimedAt,
      state: outcome.state,
      units: countQuotaUnits(message),
    })),
  )
  await writeSendings(work, organization.id, sendingsInMemory)
  await addMessageDays(tx, organization.id, context.dailyPlaces.listChanges())
  if (applied.some(({ outcome }) => outcome.state === 'bounced')) await stopSendingIfUnhealthy(organization.id)
  for (const { claim: bounced, outcome } of applied)
    if (outcome.state === 'bounced' && outcome.isGone) {
      const { sendingId, sendingStepId } = bounced
      const row = byId.get(sendingId)?.stepRows.find(({ id }) => id === sendingStepId)
      if (row?.recipient) await recordAddressBounce(organization.id, row.recipient, { sendingId, words: outcome.words })
    }
  await storeSurveyShortLinks(tx, organization.id, listLinkedStepIds(sendingsInMemory, outgoing))
  await emitFailuresAndApplyEarlyEvents(work, organization.id, sendingsInMemory)
  return { ...advanced, outgoing }
}

/** @returns all opt-outs of the batch, so that later steps of the same sendings are skipped */
async function recordNumberRefusals(
  tx: Tx,
  { organization, smsOptOuts }: BatchContext,
  applied: readonly ReportedOutcome[],
): Promise<BatchContext['smsOptOuts']> {
  const known = new Map(smsOptOuts)
  for (const { claim, outcome } of applied) {
    const { channel, to } = claim.message
    if (channel !== 'sms' || outcome.state !== 'bounced' || outcome.cause !== 'optedOut') continue
    if (await recordNumberRefusal(tx, organization.id, to)) known.set(to, now())
  }
  return known
}

async function emitFailuresAndApplyEarlyEvents(
  work: UnitOfWork,
  organizationId: string,
  sendingsInMemory: readonly InMemorySending[],
): Promise<void> {
  const completed = sendingsInMemory.flatMap(({ sending, changedSteps }) =>
    [...changedSteps].filter(({ endedAt }) => endedAt !== null).map((step) => ({ sending, step })),
  )
  const failed = completed.filter(({ step }) => step.status === 'bounced' || step.status === 'failed')
  const steps = failed.map(({ sending, step }) => ({ ...step, reason: castReason(step.reason), sending }))
  await emitSendingFailures(work, organizationId, steps)
  const sentIds = completed.flatMap(({ step }) => (step.sentAt === null ? [] : step.id))
  await applyEarlyEvents(work, organizationId, sentIds)
}

function listLinkedStepIds(
  sendingsInMemory: readonly InMemorySending[],
  outgoing: readonly ClaimedMessage[],
): string[] {
  const captured = sendingsInMemory.flatMap(({ outboxMessages }) => outboxMessages)
  return [...captured, ...outgoing.map(({ claim }) => claim.message)].flatMap((message) =>
    message.channel === 'sms' ? (message.linkedStepId ?? []) : [],
  )
}

function sortByPriority(people: readonly InMemorySending[], reported: readonly ReportedOutcome[]): InMemorySending[] {
  const ids = new Set(reported.map(({ claim: { sendingId } }) => sendingId))
  const rank = ({ sending }: InMemorySending) => (ids.has(sending.id) ? 0 : (sending.dueAt?.getTime() ?? Infinity))
  return people.toSorted((a, b) => rank(a) - rank(b) || 0)
}

function advanceSendings(context: BatchContext, people: readonly InMemorySending[], places: number) {
  const sendable: SendableMessage[] = []
  const unsendable: string[] = []
  const failures = new Map<string, unknown>()
  const messagedContactIds = new Set<string>()
  for (const sendingInMemory of people) {
    const { id, contactId } = sendingInMemory.sending
    try {
      const advanced = advanceSendingInMemory(context, sendingInMemory)
      if (advanced.state === 'unsendable') unsendable.push(advanced.sequenceId)
      // Without capacity, or if the batch already messages this contact, it stays due for a later batch.
      else if (advanced.state === 'sendable' && sendable.length < places && !messagedContactIds.has(contactId)) {
        sendable.push(advanced)
        messagedContactIds.add(contactId)
      }
    } catch (error) {
      sendingInMemory.rollback()
      failures.set(id, error)
    }
  }
  return { sendable, unsendableSequenceIds: unsendable, failures }
}

async function claimMessages(
  tx: Tx,
  context: BatchContext,
  candidates: readonly SendableMessage[],
): Promise<ClaimedMessage[]> {
  const { organization } = context
  const sendable = candidates.filter(({ sendingInMemory, stepRef }) => {
    const later = takeDailyPlace(context, sendingInMemory, stepRef)
    if (later) postponeStepInMemory(sendingInMemory, stepRef, later.until, later.reason)
    return later === null
  })
  const messages = sendable.map(({ message }) => message)
  const admissions = await reserveQuotaAndDecideSends(tx, organization.id, messages, { at: now() })
  return sendable.flatMap((one, index) => {
    const admission = admissions[index]
    if (admission?.state === 'allowed') return [{ claim: claimMessageInMemory(one), deliver: admission.deliver }]
    if (admission?.state === 'postponed') giveDailyPlaceBack(context, one.sendingInMemory, one.stepRef)
    if (admission?.state === 'postponed')
      postponeStepInMemory(one.sendingInMemory, one.stepRef, admission.until, admission.reason)
    return []
  })
}

async function writeSendings(
  work: UnitOfWork,
  organizationId: string,
  people: readonly InMemorySending[],
): Promise<void> {
  const { tx } = work
  await storeInOutbox(
    tx,
    organizationId,
    people.flatMap(({ outboxMessages, sending }) =>
      outboxMessages.map((message) => ({ message, contactId: sending.contactId })),
    ),
  )
  // Before the webhook rows of the steps are locked: submitting a response locks in the same order.
  const steps = people.flatMap(({ changedSteps }) => [...changedSteps])
  const sendings = people.flatMap(({ isSendingChanged, sending }) => (isSendingChanged ? [sending] : []))
  if (steps.length > 0 || sendings.length > 0) await writeSendingBatch(tx, organizationId, steps, sendings)
  for (const { completedEvents } of people) for (const one of completedEvents) await emitStepCompleted(work, one)
}
