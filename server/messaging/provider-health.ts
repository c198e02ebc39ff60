import { HOUR_MS, MINUTE_MS } from '../clock'
import { db } from '../db'
import { log } from '../log'
import type { Deliver, Message, Outcome } from './message'
import type { SmsCause } from './vocabulary'

/*
 * Notices when the mail server, or the provider of text messages, takes no messages. The log gets a line when it begins, one an hour
 * while it lasts, and one when it is over. A row of job_pulse tells the health check, which another process may answer.
 */

/** The providers whose failures the health check names. */
export type Provider = 'mail' | 'sms'
const NAMES = { mail: 'the mail server', sms: 'the provider of text messages' }
const rowName = (provider: Provider) => `${provider} failing`

/** A message that waits is offered again at least once an hour: without a failure for this long, none waits any more. */
const FORGOTTEN_MS = 2 * HOUR_MS
/** How often the row is written while nothing changes. */
const WRITE_MS = MINUTE_MS
/** One recipient's server may be busy, or greylist. When messages to so many in a row are not taken, it is the provider. */
const RECIPIENTS_IN_A_ROW = 3
const WAITING_MAX = 10_000
/** About our account at the provider of text messages, or the way to it. */
const CAUSES: ReadonlySet<SmsCause | undefined> = new Set(['sender', 'credentials', 'account', 'noConnection'])

/** Watches what a provider says to the messages that it is offered. */
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

/** The providers that take no messages: what was for them waits, or failed. */
export async function listFailingProviders(): Promise<Provider[]> {
  const since = new Date(Date.now() - FORGOTTEN_MS)
  const rows = await db.jobPulse.findMany({
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
      await db.jobPulse.deleteMany({ where: { job: rowName(this.#provider) } })
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
      await db.jobPulse.upsert({ where: { job }, create: { job, ...row }, update: row })
    })
  }

  /** What became of the message counts, whether or not this can be written down. */
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
