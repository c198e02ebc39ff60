import pLimit from 'p-limit'
import { env } from '../../env'
import type { ClaimedItems, QueueWorker, WorkItem } from '../../jobs/define-queue'
import type { MessageOutcome } from '../../messaging/message'
import type { ReportedOutcome } from './apply-outcome-in-memory'
import { applySequenceChangeChunk } from './apply-sequence-changes'
import { pauseSequenceWithInvalidTexts } from './pause-sequence-with-invalid-texts'
import { readNextSendingDueAt } from './queries'
import { BatchFailure, type BatchResult, type ClaimedMessage, recordAndClaimBatch } from './record-and-claim-batch'

const SMS_MAX_CONNECTIONS = 20
const CONNECTIONS = { email: pLimit(env.smtpMaxConnections), sms: pLimit(SMS_MAX_CONNECTIONS) }
/** How long a claimed message may be queued for a connection: together with the delivery it must stay well below MESSAGE_CLAIM_MS. */
const CONNECTION_WAIT_MS = 30_000

const BUSY_OUTCOMES: Record<keyof typeof CONNECTIONS, MessageOutcome> = {
  email: { state: 'postponed', words: 'All connections to the mail server were busy.' },
  sms: { state: 'postponed', words: 'All connections to the SMS provider were busy.', cause: 'busy' },
}

export class SendingWorker implements QueueWorker {
  readonly #organizationId: string
  readonly #connections: typeof CONNECTIONS
  readonly #failed = new Set<string>()
  #results: ReportedOutcome[] = []
  #hasAppliedChanges = false

  constructor(organizationId: string, connections = CONNECTIONS) {
    this.#organizationId = organizationId
    this.#connections = connections
  }

  get hasUnrecordedResults(): boolean {
    return this.#results.length > 0
  }

  async recordResultsAndClaim(capacity: number): Promise<ClaimedItems> {
    if (capacity > 0 && !this.#hasAppliedChanges) {
      await applySequenceChangeChunk(this.#organizationId)
      this.#hasAppliedChanges = true
    }
    const results = this.#results
    this.#results = []
    let batch: BatchResult
    try {
      batch = await recordAndClaimBatch(this.#organizationId, results, {
        capacity: capacity,
        except: [...this.#failed],
      })
    } catch (error) {
      this.#results.unshift(...results)
      if (!(error instanceof BatchFailure) || error.ids.length === 0) throw error
      return this.#runIndividually(error)
    }
    if (!batch.isFull) this.#hasAppliedChanges = false
    return { items: await this.#toItems(batch), mayHaveMore: batch.isFull }
  }

  onSignal(): void {
    this.#hasAppliedChanges = false
  }

  nextDueAt(): Promise<Date | null> {
    return readNextSendingDueAt(this.#organizationId, [...this.#failed])
  }

  async #toItems({ outgoing, unsendableSequenceIds, failures }: BatchResult): Promise<WorkItem[]> {
    const items: WorkItem[] = outgoing.map((one) => ({
      id: one.claim.sendingId,
      work: (until) => this.#deliver(one, until),
    }))
    for (const sequenceId of new Set(unsendableSequenceIds))
      await pauseSequenceWithInvalidTexts(this.#organizationId, sequenceId).catch((error: unknown) =>
        items.push(this.#failedItem(sequenceId, error)),
      )
    return [...items, ...[...failures].map(([id, error]) => this.#failedItem(id, error))]
  }

  async #deliver({ claim, deliver }: ClaimedMessage, until: number): Promise<void> {
    const { channel } = claim.message
    const connections = this.#connections[channel]
    const areConnectionsBusy = connections.activeCount + connections.pendingCount >= connections.concurrency
    const giveUpAt = areConnectionsBusy ? Math.min(until, Date.now() + CONNECTION_WAIT_MS) : Infinity
    const outcome = await connections(() => (Date.now() < giveUpAt ? deliver() : BUSY_OUTCOMES[channel]))
    // Read `#results` only after the delivery: each batch replaces the array.
    this.#results.push({ claim, outcome })
  }

  /** Isolates the sendings that the database rejects, so that the others continue. @throws the cause if it rejects all. */
  async #runIndividually({ ids, cause }: BatchFailure): Promise<ClaimedItems> {
    const batches: BatchResult[] = []
    const rejected = new Map<string, unknown>()
    for (const only of ids) {
      const ownResults = this.#results.filter(({ claim }) => claim.sendingId === only)
      try {
        // Without capacity, a sending with a message stays due for a later batch.
        batches.push(await recordAndClaimBatch(this.#organizationId, ownResults, { capacity: 0, only }))
        this.#results = this.#results.filter((one) => !ownResults.includes(one))
      } catch (error) {
        rejected.set(only, error)
      }
    }
    if (batches.length === 0) throw cause
    this.#results = this.#results.filter(({ claim }) => !rejected.has(claim.sendingId))
    const items = [...rejected].map(([id, error]) => this.#failedItem(id, error))
    for (const batch of batches) items.push(...(await this.#toItems(batch)))
    return { items: items, mayHaveMore: true }
  }

  #failedItem(id: string, error: unknown): WorkItem {
    this.#failed.add(id)
    return { id, work: () => Promise.reject(error instanceof Error ? error : new Error(String(error))) }
  }
}
