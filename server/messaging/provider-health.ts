import { HOUR_MS, MINUTE_MS } from '../clock'
import { db } from '../db'
import { log } from '../log'
import type { DeliverMessage, Message, MessageOutcome } from './message'
import type { SmsCause } from './vocabulary'

/*
 * Detects when the mail server or the SMS provider accepts no messages. Logs once when it begins, hourly while it lasts, and
 * once when it ends. Also records it in the database for the health check, which may run in another process.
 */

export type MessagingProvider = 'mail' | 'sms'
const PROVIDER_NAMES = { mail: 'the mail server', sms: 'the provider of text messages' }
const rowName = (provider: MessagingProvider) => `${provider} failing`

/** Postponed messages are retried at least hourly: without a failure for this long, none is pending any more. */
const STALE_MS = 2 * HOUR_MS
const WRITE_MS = MINUTE_MS
/** A single recipient's server may be busy or greylisting. Failures for this many recipients in a row point to the provider. */
const RECIPIENTS_IN_A_ROW = 3
const POSTPONED_MAX = 10_000
const PROVIDER_CAUSES: ReadonlySet<SmsCause | undefined> = new Set(['sender', 'credentials', 'account', 'noConnection'])

export function withHealthMonitoring<M extends Message>(
  provider: MessagingProvider,
  deliver: DeliverMessage<M>,
): DeliverMessage<M> {
  const monitor = new ProviderMonitor(provider)
  return async (message) => {
    const outcome = await deliver(message)
    const { state } = outcome
    const messageId = message.channel === 'email' ? message.messageId : 'messageId' in outcome && outcome.messageId
    log.info({ provider, state, ...(messageId ? { messageId } : {}) }, 'message attempt')
    await monitor.record(message, outcome)
    return outcome
  }
}

export async function listFailingProviders(): Promise<MessagingProvider[]> {
  const since = new Date(Date.now() - STALE_MS)
  const rows = await db.jobHeartbeat.findMany({
    where: { job: { in: [rowName('mail'), rowName('sms')] }, at: { gt: since } },
  })
  return (['mail', 'sms'] as const).filter((provider) => rows.some(({ job }) => job === rowName(provider)))
}

class ProviderMonitor {
  readonly #provider: MessagingProvider
  readonly #postponed = new Set<string>()
  readonly #recipients = new Set<string>()
  #failingSince: number | null = null
  #loggedAt = 0
  #writtenAt = 0

  constructor(provider: MessagingProvider) {
    this.#provider = provider
  }

  async record(message: Message, outcome: MessageOutcome): Promise<void> {
    const id = message.channel === 'email' ? message.messageId : `${message.to} ${message.text}`
    if (outcome.state !== 'postponed') this.#postponed.delete(id)
    else if (this.#postponed.size < POSTPONED_MAX) this.#postponed.add(id)
    if (outcome.state === 'accepted' || outcome.state === 'bounced') return this.#recordSuccess()
    const recipient = message.channel === 'email' ? message.to.address : message.to
    if (this.#recipients.size < RECIPIENTS_IN_A_ROW) this.#recipients.add(recipient)
    const isFailing = isAboutProvider(outcome) || this.#recipients.size >= RECIPIENTS_IN_A_ROW
    if (isFailing || this.#failingSince !== null) await this.#recordFailure(outcome.words)
  }

  async #recordSuccess(): Promise<void> {
    this.#recipients.clear()
    if (this.#failingSince !== null) {
      const seconds = Math.round((Date.now() - this.#failingSince) / 1000)
      log.warn({ seconds, waiting: this.#postponed.size }, `${PROVIDER_NAMES[this.#provider]} takes messages again`)
      this.#failingSince = null
      this.#writtenAt = 0
    }
    await this.#write(async () => {
      await db.jobHeartbeat.deleteMany({ where: { job: rowName(this.#provider) } })
    })
  }

  async #recordFailure(words: string): Promise<void> {
    const at = Date.now()
    if (this.#failingSince === null) this.#writtenAt = 0
    if (this.#failingSince === null || at - this.#loggedAt >= HOUR_MS) {
      log.warn({ words, waiting: this.#postponed.size }, `${PROVIDER_NAMES[this.#provider]} takes no messages`)
      this.#loggedAt = at
    }
    this.#failingSince ??= at
    const job = rowName(this.#provider)
    const state = { at: new Date(at) }
    await this.#write(async () => {
      await db.jobHeartbeat.upsert({ where: { job }, create: { job, ...state }, update: state })
    })
  }

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

function isAboutProvider(outcome: Exclude<MessageOutcome, { state: 'accepted' }>): boolean {
  return 'isAboutServer' in outcome || PROVIDER_CAUSES.has(outcome.cause)
}
