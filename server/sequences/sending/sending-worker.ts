import pLimit from 'p-limit'
import { env } from '../../env'
import type { QueueWorker, Taken, WorkItem } from '../../jobs/queue'
import type { Outcome } from '../../messaging/message'
import { applyRevisions } from './apply-revisions'
import { pauseUnsendable } from './pause-unsendable'
import { readNextDueAt } from './queries'
import type { Reported } from './record-outcome'
import { type Batch, BatchFailure, type Outgoing, runBatch } from './run-batch'

/** Well below Twilio's limit of concurrent requests per account. */
const SMS_MAX_CONNECTIONS = 20
/** Connections of one process by channel: a slow mail server must not delay text messages, nor the reverse. */
const CONNECTIONS = { email: pLimit(env.smtpMaxConnections), sms: pLimit(SMS_MAX_CONNECTIONS) }
/** How long a claimed message may be queued for a connection: together with the delivery it must stay well below CLAIM_MS. */
const PATIENCE_MS = 30_000

const BUSY: Record<keyof typeof CONNECTIONS, Outcome> = {
  email: { state: 'postponed', words: 'All connections to the mail server were busy.' },
  sms: { state: 'postponed', words: 'All connections to the SMS provider were busy.', cause: 'busy' },
}

/** One organization's sendings in one run: each batch records the outcomes of the previous batch's messages. */
export class SendingWorker implements QueueWorker {
  readonly #organizationId: string
  readonly #connections: typeof CONNECTIONS
  /** Due sendings to skip in this run, after an unexpected error. */
  readonly #failed = new Set<string>()
  #results: Reported[] = []
  #isRevised = false

  constructor(organizationId: string, connections = CONNECTIONS) {
    this.#organizationId = organizationId
    this.#connections = connections
  }

  get hasResults(): boolean {
    return this.#results.length > 0
  }

  async exchange(room: number): Promise<Taken> {
    if (room > 0 && !this.#isRevised) {
      await applyRevisions(this.#organizationId)
      this.#isRevised = true
    }
    const results = this.#results
    this.#results = []
    let batch: Batch
    try {
      batch = await runBatch(this.#organizationId, results, { places: room, except: [...this.#failed] })
    } catch (error) {
      this.#results.unshift(...results)
      if (!(error instanceof BatchFailure) || error.ids.length === 0) throw error
      return this.#oneByOne(error)
    }
    if (!batch.isFull) this.#isRevised = false
    return { items: await this.#toItems(batch), mayBeMore: batch.isFull }
  }

  onSignal(): void {
    this.#isRevised = false
  }

  nextDueAt(): Promise<Date | null> {
    return readNextDueAt(this.#organizationId, [...this.#failed])
  }

  /** Never throws: claimed messages must be sent. */
  async #toItems({ outgoing, unsendable, failures }: Batch): Promise<WorkItem[]> {
    const items: WorkItem[] = outgoing.map((one) => ({
      id: one.claim.sendingId,
      work: (until) => this.#deliver(one, until),
    }))
    for (const sequenceId of new Set(unsendable))
      await pauseUnsendable(this.#organizationId, sequenceId).catch((error: unknown) =>
        items.push(this.#failure(sequenceId, error)),
      )
    return [...items, ...[...failures].map(([id, error]) => this.#failure(id, error))]
  }

  async #deliver({ claim, deliver }: Outgoing, until: number): Promise<void> {
    const { channel } = claim.message
    const connections = this.#connections[channel]
    const hasToWait = connections.activeCount + connections.pendingCount >= connections.concurrency
    const patience = hasToWait ? Math.min(until, Date.now() + PATIENCE_MS) : Infinity
    const outcome = await connections(() => (Date.now() < patience ? deliver() : BUSY[channel]))
    // Read `#results` only after the delivery: each batch replaces the array.
    this.#results.push({ claim, outcome })
  }

  /** Isolates the sendings that the database rejects, so that the others continue. @throws the cause if it rejects all. */
  async #oneByOne({ ids, cause }: BatchFailure): Promise<Taken> {
    const batches: Batch[] = []
    const refused = new Map<string, unknown>()
    for (const only of ids) {
      const own = this.#results.filter(({ claim }) => claim.sendingId === only)
      try {
        // Without places, a sending with a message stays due for a later batch.
        batches.push(await runBatch(this.#organizationId, own, { places: 0, only }))
        this.#results = this.#results.filter((one) => !own.includes(one))
      } catch (error) {
        refused.set(only, error)
      }
    }
    if (batches.length === 0) throw cause
    this.#results = this.#results.filter(({ claim }) => !refused.has(claim.sendingId))
    const items = [...refused].map(([id, error]) => this.#failure(id, error))
    for (const batch of batches) items.push(...(await this.#toItems(batch)))
    return { items: items, mayBeMore: true }
  }

  #failure(id: string, error: unknown): WorkItem {
    this.#failed.add(id)
    return { id, work: () => Promise.reject(error instanceof Error ? error : new Error(String(error))) }
  }
}
