import { now } from '../../clock'
import { suppress } from '../../contacts/suppression'
import type { Tx } from '../../db'
import { captureMessages } from '../../messaging/captured'
import type { Outcome } from '../../messaging/message'
import { messageUnits } from '../../messaging/units'
import { recordUse } from '../../organizations/daily-use'
import { admitMessages } from '../../outgoing/admit-messages'
import { transact, type Work } from '../../unit-of-work'
import { emitStepCompleted } from '../../webhooks/subscriptions/step-subscriptions'
import { advanceSending, claimMessage, postpone, type Sendable } from './advance-sending'
import { type BatchContext, loadBatchContext } from './batch-context'
import { lockSendings, writeBatch } from './queries'
import { applyOutcome, type Claim, type Reported } from './record-outcome'
import type { SendingDraft } from './sending-draft'

/*
 * Processes many sendings of one organization in one transaction: records the outcomes of their messages, advances the due ones
 * as far as possible without network access, and claims the messages that may be sent. Everything is read in one statement,
 * decided in memory, and written in another, whatever the size of the batch.
 */

/**
 * @property except sendings to skip although they are due.
 * @property only this sending, due or not.
 */
export type Wanted = { places: number; except?: readonly string[]; only?: string }

export type Outgoing = { claim: Claim; deliver: () => Promise<Outcome> }

export type Batch = {
  outgoing: Outgoing[]
  /** Sequences to pause: some of their texts cannot be sent as written. */
  unsendable: string[]
  /** Unexpected errors by sending; the progress before them was written. */
  failures: ReadonlyMap<string, unknown>
  /** As many sendings were due as there were places: there may be more. */
  isFull: boolean
}

export class BatchFailure extends Error {
  readonly ids: readonly string[]
  constructor(ids: readonly string[], cause: unknown) {
    super('a batch of people under way failed', { cause })
    this.ids = ids
  }
}

/** @throws {BatchFailure} if the transaction fails. */
export async function runBatch(organizationId: string, reported: readonly Reported[], wanted: Wanted): Promise<Batch> {
  let ids: string[] = []
  try {
    return await transact(async (work) => {
      const { places, except = [], only } = wanted
      const reportedIds = reported.map(({ claim: { sendingId } }) => sendingId)
      const locked = await lockSendings(work.tx, organizationId, {
        ids: only === undefined ? reportedIds : [...reportedIds, only],
        except,
        due: only === undefined ? places : 0,
      })
      ids = locked.map(({ id }) => id)
      const due = locked.filter(({ isDue }) => isDue).length
      const context = ids.length === 0 ? null : await loadBatchContext(work.tx, organizationId, ids)
      const isFull = only === undefined && due >= places
      const found = context ? await goOn(work, context, reported, places) : NO_WORK
      return { ...found, isFull }
    })
  } catch (error) {
    throw new BatchFailure(ids, error)
  }
}

const NO_WORK = { outgoing: [], unsendable: [], failures: new Map() }

async function goOn(work: Work, context: BatchContext, reported: readonly Reported[], places: number) {
  const { tx } = work
  const { organization, people } = context
  const byId = new Map(people.map((person) => [person.sending.id, person]))
  const counted = reported.filter((one) => applyOutcome(byId.get(one.claim.sendingId), one))
  const { sendable, ...advanced } = advanceAll(context, inOrder(people, reported), places)
  const outgoing = await claimAll(tx, context, sendable)
  await recordUse(
    tx,
    organization.id,
    counted.map(({ claim: { claimedAt, message }, outcome }) => ({
      claimedAt,
      state: outcome.state,
      units: messageUnits(message),
    })),
  )
  for (const { claim: bounced, outcome } of counted)
    if (outcome.state === 'bounced' && outcome.isGone) {
      const row = byId.get(bounced.sendingId)?.done.find(({ id }) => id === bounced.sendingStepId)
      if (row?.recipient) await suppress(tx, organization.id, row.recipient, 'bounced')
    }
  await write(work, organization.id, people)
  return { ...advanced, outgoing }
}

/** Reported sendings first, because they are further along; then the longest overdue. */
function inOrder(people: readonly SendingDraft[], reported: readonly Reported[]): SendingDraft[] {
  const ids = new Set(reported.map(({ claim: { sendingId } }) => sendingId))
  const rank = ({ sending }: SendingDraft) => (ids.has(sending.id) ? 0 : (sending.dueAt?.getTime() ?? Infinity))
  return people.toSorted((a, b) => rank(a) - rank(b) || 0)
}

type All = {
  sendable: Sendable[]
  failures: Map<string, unknown>
  unsendable: string[]
}

function advanceAll(context: BatchContext, people: readonly SendingDraft[], places: number): All {
  const all: All = { sendable: [], failures: new Map(), unsendable: [] }
  const asked = new Set<string>()
  for (const person of people) {
    const { id, contactId } = person.sending
    try {
      const advanced = advanceSending(context, person)
      if (advanced.state === 'unsendable') all.unsendable.push(advanced.sequenceId)
      // Without a place, or if the batch already messages this contact, it stays due for a later batch.
      else if (advanced.state === 'sendable' && all.sendable.length < places && !asked.has(contactId)) {
        all.sendable.push(advanced)
        asked.add(contactId)
      }
    } catch (error) {
      person.undo()
      all.failures.set(id, error)
    }
  }
  return all
}

/** Claims the messages that the daily quota allows, and postpones the others. */
async function claimAll(tx: Tx, { organization }: BatchContext, sendable: readonly Sendable[]): Promise<Outgoing[]> {
  const messages = sendable.map(({ message }) => message)
  const admissions = await admitMessages(tx, organization.id, messages, { at: now() })
  return sendable.flatMap((one, index) => {
    const admission = admissions[index]
    if (admission?.state === 'admitted') return [{ claim: claimMessage(one), deliver: admission.deliver }]
    if (admission?.state === 'postponed') postpone(one.person, one.place, admission.until, admission.reason)
    return []
  })
}

async function write(work: Work, organizationId: string, people: readonly SendingDraft[]): Promise<void> {
  const { tx } = work
  await captureMessages(
    tx,
    organizationId,
    people.flatMap(({ captured, sending }) => captured.map((message) => ({ message, contactId: sending.contactId }))),
  )
  // Before the webhook rows of the steps are locked: submitting a response locks in the same order.
  const steps = people.flatMap(({ written }) => written)
  const sendings = people.flatMap(({ isMoved, sending }) => (isMoved ? [sending] : []))
  if (steps.length > 0 || sendings.length > 0) await writeBatch(tx, organizationId, steps, sendings)
  for (const { completed } of people) for (const one of completed) await emitStepCompleted(work, one)
}
