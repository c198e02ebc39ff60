import type { Contact, Sending, SendingStep } from '@/prisma/generated/client'
import { now } from '../../clock'
import type { Message } from '../../messaging/message'
import type { StepCompleted } from '../../webhooks/subscriptions/step-subscriptions'
import type { Answer, Step } from './next-step'

export type SendingRow = Omit<Sending, 'employeeId' | 'formerReason' | 'createdAt' | 'updatedAt'>
export type StepRow = Omit<SendingStep, 'formerReason' | 'updatedAt'>
export type ContactRow = Pick<
  Contact,
  'id' | 'email' | 'phone' | 'firstName' | 'lastName' | 'preferredLanguage' | 'locationId' | 'unsubscribed'
>

/** The row that says what became of a step for one person. */
export type Place = { step: Step; position: number; sendingStepId: string }

type Moved = Partial<Pick<SendingRow, 'status' | 'reason' | 'anchorAt' | 'dueAt' | 'endedAt'>>

type Kept = {
  sending: SendingRow
  isMoved: boolean
  copies: { row: StepRow; copy: StepRow; isWritten: boolean }[]
  captured: number
  completed: number
}

/**
 * One person on their way through a sequence: their rows as they were read under the lock of their sending's row, and as
 * they are to be written. Nothing is written before everything is decided.
 */
export class SendingDraft {
  readonly sending: SendingRow
  readonly done: StepRow[]
  /** Null once they were deleted. */
  readonly contact: ContactRow | null
  readonly answers: readonly Answer[]
  /** Messages that are kept instead of leaving. */
  readonly captured: Message[] = []
  /** Steps that ended, for the addresses that want to know. */
  readonly completed: StepCompleted[] = []
  #written = new Set<StepRow>()
  #isMoved = false
  #kept: Kept | null = null

  constructor(sending: SendingRow, done: StepRow[], contact: ContactRow | null, answers: readonly Answer[]) {
    this.sending = sending
    this.done = done
    this.contact = contact
    this.answers = answers
  }

  /** The rows of steps that were written. */
  get written(): readonly StepRow[] {
    return [...this.#written]
  }

  get isMoved(): boolean {
    return this.#isMoved
  }

  writeStep({ step, position, sendingStepId: id }: Place, fields: Partial<StepRow>): void {
    const held = this.done.find((row) => row.id === id)
    const row = held ?? this.#newRow(id, step)
    if (!held) this.done.push(row)
    Object.assign(row, { position, type: step.type, ...fields })
    this.#written.add(row)
  }

  rewrite(row: StepRow, fields: Partial<StepRow>): void {
    Object.assign(row, fields)
    this.#written.add(row)
  }

  /** Where the sending stands. */
  move(fields: Moved): void {
    Object.assign(this.sending, fields)
    this.#isMoved = true
  }

  /** What was decided so far stands, whatever comes of the rest. */
  keep(): void {
    const copies = this.done.map((row) => ({ row, copy: { ...row }, isWritten: this.#written.has(row) }))
    this.#kept = {
      sending: { ...this.sending },
      isMoved: this.#isMoved,
      copies,
      captured: this.captured.length,
      completed: this.completed.length,
    }
  }

  /** Takes back what was decided since then. */
  undo(): void {
    if (!this.#kept) return
    const { sending, isMoved, copies, captured, completed } = this.#kept
    Object.assign(this.sending, sending)
    this.#isMoved = isMoved
    for (const { row, copy } of copies) Object.assign(row, copy)
    this.done.splice(copies.length)
    this.#written = new Set(copies.flatMap(({ row, isWritten }) => (isWritten ? [row] : [])))
    this.captured.splice(captured)
    this.completed.splice(completed)
  }

  #newRow(id: string, step: Step): StepRow {
    const { organizationId, id: sendingId } = this.sending
    return {
      id,
      organizationId,
      sendingId,
      stepId: step.id,
      position: 0,
      type: step.type,
      surveyId: null,
      status: 'scheduled',
      reason: null,
      channel: null,
      recipient: null,
      claimedAt: null,
      firstTriedAt: null,
      sentAt: null,
      capturedAt: null,
      dueAt: null,
      endedAt: null,
      messageId: null,
      createdAt: now(),
    }
  }
}
