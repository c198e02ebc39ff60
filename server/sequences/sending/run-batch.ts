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
      const held = await lockSendings(work.tx, organizationId, reported, wanted)
      ids = held.map(({ id }) => id)
      const due = held.filter(({ isReported }) => !isReported).length
      const context = ids.length === 0 ? null : await loadBatchContext(work.tx, organizationId, ids)
      const isFull = wanted.only === undefined && due >= wanted.places
      const found = context ? await goOn(work, context, reported, wanted.places) : NO_WORK
      return { ...found, isFull }
    })
  } catch (error) {
    throw new BatchFailure(ids, error)
  }
}

const NO_WORK = { outgoing: [], unsendable: [], failures: new Map() }

type Held = { id: string; isReported: boolean }

/** Locks the reported sendings, and due ones with SKIP LOCKED. */
async function lockSendings(
  tx: Tx,
  organizationId: string,
  reported: readonly Reported[],
  { places, except = [], only }: Wanted,
): Promise<Held[]> {
  const ids = [...reported.map(({ claim: { sendingId } }) => sendingId), ...(only === undefined ? [] : [only])]
  const left = only === undefined ? places : 0
  return tx.$queryRaw<Held[]>`
    WITH named AS (
      SELECT id FROM sending WHERE organization_id = ${organizationId}::uuid AND id = ANY(${ids}::uuid[]) ORDER BY id FOR UPDATE),
    due AS (
      SELECT id FROM sending WHERE organization_id = ${organizationId}::uuid AND due_at <= ${now()}
        AND id <> ALL(${[...except, ...ids]}::uuid[])
      ORDER BY due_at, id LIMIT ${left}::integer FOR UPDATE SKIP LOCKED)
    SELECT id, true AS "isReported" FROM named UNION ALL SELECT id, false FROM due`
}

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
  if (steps.length > 0 || sendings.length > 0)
    await tx.$executeRawUnsafe(WRITE, asJson(steps), asJson(sendings), organizationId, now())
  for (const { completed } of people) for (const one of completed) await emitStepCompleted(work, one)
}

const WRITE = `
  WITH written AS (
    INSERT INTO sending_step (id, organization_id, sending_id, step_id, position, type, survey_id, status, why, channel, recipient,
      claimed_at, first_tried_at, sent_at, captured_at, due_at, ended_at, message_id, created_at, updated_at)
    SELECT id, $3::uuid, "sendingId", "stepId", position, type, "surveyId", status, reason, channel, recipient,
      "claimedAt", "firstTriedAt", "sentAt", "capturedAt", "dueAt", "endedAt", "messageId", "createdAt", $4::timestamptz
    FROM jsonb_to_recordset($1::jsonb) AS r(id uuid, "sendingId" uuid, "stepId" uuid,
      position int, type text, "surveyId" uuid, status text, reason jsonb, channel text, recipient text, "claimedAt" timestamptz,
      "firstTriedAt" timestamptz, "sentAt" timestamptz, "capturedAt" timestamptz, "dueAt" timestamptz, "endedAt" timestamptz,
      "messageId" text, "createdAt" timestamptz)
    ON CONFLICT (id) DO UPDATE SET position = excluded.position, type = excluded.type, survey_id = excluded.survey_id,
      status = excluded.status, why = excluded.why, channel = excluded.channel, recipient = excluded.recipient,
      claimed_at = excluded.claimed_at, first_tried_at = excluded.first_tried_at, sent_at = excluded.sent_at,
      captured_at = excluded.captured_at, due_at = excluded.due_at, ended_at = excluded.ended_at,
      message_id = excluded.message_id, updated_at = excluded.updated_at)
  UPDATE sending d SET status = r.status, why = r.reason, anchor_at = r."anchorAt", due_at = r."dueAt",
    ended_at = r."endedAt", updated_at = $4::timestamptz
  FROM jsonb_to_recordset($2::jsonb) AS r(id uuid, status text, reason jsonb, "anchorAt" timestamptz, "dueAt" timestamptz,
    "endedAt" timestamptz)
  WHERE d.id = r.id AND d.organization_id = $3::uuid`

/** PostgreSQL's JSON accepts neither NULs nor lone surrogates; a mail server's reply may contain both. */
function asJson(rows: readonly object[]): string {
  return JSON.stringify(rows, (_key, value: unknown) =>
    typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '\u{FFFD}') : value,
  )
}
