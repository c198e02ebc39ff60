import type { MessageEvent } from '@/prisma/generated/client'
import { now } from '../clock'
import type { Tx } from '../db'
import { lockRow } from '../locks'
import { transact, type UnitOfWork } from '../unit-of-work'
import { applyEventsToStep, type EventStep, loadEventStep } from './apply-events-to-step'
import { type NewMessageEvent, ReportedMessageEvent } from './schema'

/** Repetitions of one kind beyond this are not stored: their first had all the effect. */
const EVENTS_OF_ONE_KIND_MAX = 20

/**
 * - `recorded`: stored, with all its effects
 * - `repeated`: an event that is stored already, or one of too many of its kind: without effect
 * - `untracked`: an opening or click that the organization did not want counted: not stored
 * - `unknown`: the organization has no such message, or it was certainly not sent
 * @property previousStatus the message's status before the event; null if unknown
 */
export type RecordedEvent = { result: 'recorded' | 'repeated' | 'untracked' | 'unknown'; previousStatus: string | null }

export const UNKNOWN_MESSAGE: RecordedEvent = { result: 'unknown', previousStatus: null }

/**
 * Records what a provider reported about a message of a sending, and applies it in the same transaction: to the status of the step, the contact's
 * deliverability and consent, the daily usage and webhook subscribers. Idempotent, and independent of the order of events. An event may
 * arrive before the provider's reply to the message: it is applied with that reply ({@link applyEarlyEvents}).
 */
export async function recordMessageEvent(
  organizationId: string,
  sendingStepId: string,
  reported: NewMessageEvent,
): Promise<RecordedEvent> {
  const event = ReportedMessageEvent.parse(reported)
  return transact((work) => recordStepEvent(work, organizationId, sendingStepId, event))
}

async function recordStepEvent(
  work: UnitOfWork,
  organizationId: string,
  sendingStepId: string,
  { words, ...rest }: ReportedMessageEvent,
): Promise<RecordedEvent> {
  const { tx } = work
  const step = await lockStep(tx, organizationId, sendingStepId)
  // The words often contain the address, which must not come back after its contact was deleted.
  const event = { ...rest, words: step?.recipient == null ? null : words }
  if (!step || step.channel !== event.channel || step.claimedAt === null) return UNKNOWN_MESSAGE
  const isBeingSent = step.endedAt === null
  if (!isBeingSent && step.sentAt === null) return UNKNOWN_MESSAGE
  const previousStatus = step.status
  if (isEngagement(event) && !(await tracksOpensAndClicks(tx, organizationId)))
    return { result: 'untracked', previousStatus }
  const stored = await tx.messageEvent.findMany({ where: { organizationId, sendingStepId } })
  if (isRepeated(stored, event)) return { result: 'repeated', previousStatus }
  await tx.messageEvent.create({ data: { ...event, organizationId, sendingStepId, receivedAt: now() } })
  if (!isBeingSent) await applyEventsToStep(work, step, stored, [event])
  return { result: 'recorded', previousStatus }
}

export const isEngagement = ({ kind }: ReportedMessageEvent): boolean => kind === 'opened' || kind === 'clicked'

async function tracksOpensAndClicks(tx: Tx, id: string): Promise<boolean> {
  return (await tx.organization.count({ where: { id, tracksOpensAndClicks: true } })) > 0
}

export function isRepeated(
  stored: readonly Pick<MessageEvent, 'kind' | 'isMachine' | 'dedupeKey'>[],
  event: ReportedMessageEvent,
): boolean {
  const ofKind = stored.filter(({ kind, isMachine }) => kind === event.kind && isMachine === event.isMachine)
  return ofKind.length >= EVENTS_OF_ONE_KIND_MAX || stored.some(({ dedupeKey }) => dedupeKey === event.dedupeKey)
}

/** Locks the contact before the sending, as answering a survey and deleting a contact do. */
async function lockStep(tx: Tx, organizationId: string, id: string): Promise<EventStep | null> {
  const step = await loadEventStep(tx, organizationId, id)
  if (!step) return null
  await lockRow(tx, 'contact', organizationId, step.sending.contactId)
  await lockRow(tx, 'sending', organizationId, step.sending.id)
  return loadEventStep(tx, organizationId, id)
}

/**
 * Applies the events that arrived before the replies to the messages of these steps, in the transaction that completes the steps.
 * @param sendingStepIds of completed steps that were, or may have been, sent
 */
export async function applyEarlyEvents(
  work: UnitOfWork,
  organizationId: string,
  sendingStepIds: readonly string[],
): Promise<void> {
  if (sendingStepIds.length === 0) return
  const rows = await work.tx.messageEvent.findMany({
    where: { organizationId, sendingStepId: { in: [...sendingStepIds] } },
  })
  for (const id of new Set(rows.flatMap(({ sendingStepId }) => sendingStepId ?? []))) {
    const step = await loadEventStep(work.tx, organizationId, id)
    const events = rows.filter(({ sendingStepId }) => sendingStepId === id)
    if (step) await applyEventsToStep(work, step, [], events as ReportedMessageEvent[])
  }
}
