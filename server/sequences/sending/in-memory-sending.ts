import type { Contact, Sending, SendingStep } from '@/prisma/generated/client'
import { now } from '../../clock'
import type { Message } from '../../messaging/message'
import type { StepCompletedEvent } from '../../webhooks/subscriptions/step-subscriptions'
import type { CompletedResponse, LoadedStep } from './find-next-step'

/** @property stepsVersion the version of the sequence whose steps it takes; null without a sequence, or once that was deleted */
export type SendingRow = Omit<
  Sending,
  'employeeId' | 'contactOrganizationId' | 'sequenceVersion' | 'createdAt' | 'updatedAt'
> & { stepsVersion: number | null }
export type SendingStepRow = Omit<SendingStep, 'formerReason' | 'updatedAt'>
/** @property customFields empty if no step of the batch names a contact property */
export type RecipientRow = Pick<
  Contact,
  'id' | 'email' | 'phone' | 'firstName' | 'lastName' | 'preferredLanguage' | 'locationId' | 'unsubscribed'
> & { customFields: Record<string, unknown> }

export type StepRef = { step: LoadedStep; position: number; sendingStepId: string }

type Checkpoint = {
  sending: SendingRow
  isSendingChanged: boolean
  copies: { row: SendingStepRow; copy: SendingStepRow; isWritten: boolean }[]
  outboxCount: number
  completedCount: number
}

/** A sending with its rows, as read under its row lock and as they will be written. Nothing is written until everything is decided. */
export class InMemorySending {
  readonly sending: SendingRow
  readonly stepRows: SendingStepRow[]
  readonly contact: RecipientRow | null
  readonly completedResponses: readonly CompletedResponse[]
  readonly outboxMessages: Message[] = []
  readonly completedEvents: StepCompletedEvent[] = []
  changedSteps = new Set<SendingStepRow>()
  isSendingChanged = false
  #checkpoint: Checkpoint | null = null

  constructor(
    sending: SendingRow,
    done: SendingStepRow[],
    contact: RecipientRow | null,
    answers: readonly CompletedResponse[],
  ) {
    this.sending = sending
    this.stepRows = done
    this.contact = contact
    this.completedResponses = answers
  }

  writeStep({ step, position, sendingStepId: id }: StepRef, fields: Partial<SendingStepRow>): void {
    const existing = this.stepRows.find((row) => row.id === id)
    const row = existing ?? this.#newRow(id, step)
    if (!existing) this.stepRows.push(row)
    this.updateStep(row, { position, type: step.type, ...fields })
  }

  updateStep(row: SendingStepRow, fields: Partial<SendingStepRow>): void {
    Object.assign(row, fields)
    this.changedSteps.add(row)
  }

  updateSending(fields: Partial<Pick<SendingRow, 'status' | 'reason' | 'anchorAt' | 'dueAt' | 'endedAt'>>): void {
    Object.assign(this.sending, fields)
    this.isSendingChanged = true
  }

  checkpoint(): void {
    const copies = this.stepRows.map((row) => ({ row, copy: { ...row }, isWritten: this.changedSteps.has(row) }))
    this.#checkpoint = {
      sending: { ...this.sending },
      isSendingChanged: this.isSendingChanged,
      copies,
      outboxCount: this.outboxMessages.length,
      completedCount: this.completedEvents.length,
    }
  }

  rollback(): void {
    if (!this.#checkpoint) return
    const { sending, isSendingChanged, copies, outboxCount, completedCount } = this.#checkpoint
    Object.assign(this.sending, sending)
    this.isSendingChanged = isSendingChanged
    for (const { row, copy } of copies) Object.assign(row, copy)
    this.stepRows.splice(copies.length)
    this.changedSteps = new Set(copies.flatMap(({ row, isWritten }) => (isWritten ? [row] : [])))
    this.outboxMessages.splice(outboxCount)
    this.completedEvents.splice(completedCount)
  }

  #newRow(id: string, step: LoadedStep): SendingStepRow {
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
      branch: null,
      messageId: null,
      createdAt: now(),
    }
  }
}
