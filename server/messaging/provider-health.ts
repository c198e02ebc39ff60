import { HOUR_MS, MINUTE_MS } from '../clock'
import { db } from '../db'
import { log } from '../log'
import type { Deliver, Message, Outcome } from './message'
import type { SmsCause } from './vocabulary'

/*
 * Detects when the mail server or the SMS provider accepts no messages. Logs once when it begins, hourly while it lasts, and
 * once when it ends. Also records it in the database for the health check, which may run in another process.
 */

export type Provider = 'mail' | 'sms'
const NAMES = { mail: 'the mail server', sms: 'the provider of text messages' }
const rowName = (provider: Provider) => `${provider} failing`

/** Postponed messages are retried at least hourly: without a failure for this long, none is pending any more. */
const FORGOTTEN_MS = 2 * HOUR_MS
/** Minimum interval between writes of an unchanged state. */
const WRITE_MS = MINUTE_MS
/** A single recipient's server may be busy or greylisting. Failures for this many recipients in a row point to the provider. */
const RECIPIENTS_IN_A_ROW = 3
const WAITING_MAX = 10_000
/** Causes that concern our account or the connection, not the recipient. */
const CAUSES: ReadonlySet<SmsCause | undefined> = new Set(['sender', 'credentials', 'account', 'noConnection'])

export function watchProvider<M extends Message>(provider: Provider, deliver: Deliver<M>): Deliver<M> {
  const monitor = new ProviderMonitor(provider)
  return async (message) => {
    const outcome = await deliver(message)
    const { state } = outcome
    const messageId = message.channel === 'email' ? message.messageId : 'messageId' in outcome && outcome.messageId
    log.info({ provider, state, ...(messageId ? { messageId } : {}) }, 'message attempt')
    await monitor.note(message, outcome)
    return outcome
  }
}

export async function listFailingProviders(): Promise<Provider[]> {
  const since = new Date(Date.now() - FORGOTTEN_MS)
  const rows = await db.jobHeartbeat.findMany({
    where: { job: { in: [rowName('mail'), rowName('sms')] }, at: { gt: since } },
  })
  return (['mail', 'sms'] as const).filter((provider) => rows.some(({ job }) => job === rowName(provider)))
}

class ProviderMonitor {
  readonly #provider: Provider
  readonly #waiting = new Set<string>()
  readonly #recipients = new Set<string>()
  #failingSince: number | null = null
  #loggedAt = 0
  #writtenAt = 0

  constructor(provider: Provider) {
    this.#provider = provider
  }

  async note(message: Message, outcome: Outcome): Promise<void> {
    const id = message.channel === 'email' ? message.messageId : `${message.to} ${message.text}`
    if (outcome.state !== 'postponed') this.#waiting.delete(id)
    else if (this.#waiting.size < WAITING_MAX) this.#waiting.add(id)
    if (outcome.state === 'accepted' || outcome.state === 'bounced') return this.#works()
    const recipient = message.channel === 'email' ? message.to.address : message.to
    if (this.#recipients.size < RECIPIENTS_IN_A_ROW) this.#recipients.add(recipient)
    const isFailing = isAboutProvider(outcome) || this.#recipients.size >= RECIPIENTS_IN_A_ROW
    if (isFailing || this.#failingSince !== null) await this.#fails(outcome.words)
  }

  async #works(): Promise<void> {
    this.#recipients.clear()
    if (this.#failingSince !== null) {
      const seconds = Math.round((Date.now() - this.#failingSince) / 1000)
      log.warn({ seconds, waiting: this.#waiting.size }, `${NAMES[this.#provider]} takes messages again`)
      this.#failingSince = null
      this.#writtenAt = 0
    }
    await this.#write(async () => {
      await db.jobHeartbeat.deleteMany({ where: { job: rowName(this.#provider) } })
    })
  }

  async #fails(words: string): Promise<void> {
    const at = Date.now()
    if (this.#failingSince === null) this.#writtenAt = 0
    if (this.#failingSince === null || at - this.#loggedAt >= HOUR_MS) {
      log.warn({ words, waiting: this.#waiting.size }, `${NAMES[this.#provider]} takes no messages`)
      this.#loggedAt = at
    }
    this.#failingSince ??= at
    const job = rowName(this.#provider)
    const row = { at: new Date(at) }
    await this.#write(async () => {
      await db.jobHeartbeat.upsert({ where: { job }, create: { job, ...row }, update: row })
    })
  }

  /** Logs a failed write instead of throwing: the outcome of the message counts either way. */
  async #write(change: () => Promise<void>): Promise<void> {
    if (Date.now() - this.#writtenAt < WRITE_MS) return
    this.#writtenAt = Date.now()
    try {
      await change()
    } catch (error) {
      log.error({ err: error }, 'whether a provider takes messages was not written down')
    }
  }
}

function isAboutProvider(outcome: Exclude<Outcome, { state: 'accepted' }>): boolean {
  return 'isAboutServer' in outcome || CAUSES.has(outcome.cause)
}
