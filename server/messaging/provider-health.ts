import { HOUR_MS, MINUTE_MS } from '../clock'
import { db } from '../db'
import { log } from '../log'
import type { DeliverMessage, Message, MessageOutcome } from './message'
import type { SmsFailureCause } from './sms-failure-causes'

/*
 * Detects when the mail server or the SMS provider accepts no messages. Logs once when it begins, hourly while it lasts, and
 * once when it ends. Also records it in the database for the health check, which may run in another process.
 */

export type MessagingProviderName = 'mail' | 'sms'
const PROVIDER_NAMES = { mail: 'the mail server', sms: 'the provider of text messages' }
const rowName = (provider: MessagingProviderName) => `${provider} failing`

/** Postponed messages are retried at least hourly: without a failure for this long, none is pending any more. */
const STALE_MS = 2 * HOUR_MS
const WRITE_MS = MINUTE_MS
/** A single recipient's server may be busy or greylisting. Failures for this many recipients in a row point to the provider. */
const RECIPIENTS_IN_A_ROW = 3
const POSTPONED_MAX = 10_000
const PROVIDER_CAUSES: ReadonlySet<SmsFailureCause | undefined> = new Set([
  'sender',
  'credentials',
  'account',
  'noConnection',
])

export function withHealthMonitoring<M extends Message>(
  provider: MessagingProviderName,
  deliver: DeliverMessage<M>,
): DeliverMessage<M> {
  const record = createMonitor(provider)
  return async (message) => {
    const outcome = await deliver(message)
    const { state } = outcome
    const messageId = message.channel === 'email' ? message.messageId : 'messageId' in outcome && outcome.messageId
    log.info({ provider, state, ...(messageId ? { messageId } : {}) }, 'message attempt')
    await record(message, outcome)
    return outcome
  }
}

export async function listFailingProviders(): Promise<MessagingProviderName[]> {
  const since = new Date(Date.now() - STALE_MS)
  const rows = await db.jobHeartbeat.findMany({
    where: { job: { in: [rowName('mail'), rowName('sms')] }, at: { gt: since } },
  })
  return (['mail', 'sms'] as const).filter((provider) => rows.some(({ job }) => job === rowName(provider)))
}

function createMonitor(provider: MessagingProviderName) {
  const job = rowName(provider)
  const postponed = new Set<string>()
  const recipients = new Set<string>()
  let failingSince: number | null = null
  let loggedAt = 0
  let writtenAt = 0

  async function recordSuccess(): Promise<void> {
    recipients.clear()
    if (failingSince !== null) {
      const seconds = Math.round((Date.now() - failingSince) / 1000)
      log.warn({ seconds, waiting: postponed.size }, `${PROVIDER_NAMES[provider]} takes messages again`)
      failingSince = null
      writtenAt = 0
    }
    await write(() => db.jobHeartbeat.deleteMany({ where: { job } }))
  }

  async function recordFailure(words: string): Promise<void> {
    const now = Date.now()
    if (failingSince === null) writtenAt = 0
    if (failingSince === null || now - loggedAt >= HOUR_MS) {
      log.warn({ words, waiting: postponed.size }, `${PROVIDER_NAMES[provider]} takes no messages`)
      loggedAt = now
    }
    failingSince ??= now
    const at = new Date(now)
    await write(() => db.jobHeartbeat.upsert({ where: { job }, create: { job, at }, update: { at } }))
  }

  async function write(change: () => Promise<unknown>): Promise<void> {
    if (Date.now() - writtenAt < WRITE_MS) return
    writtenAt = Date.now()
    try {
      await change()
    } catch (error) {
      log.error({ err: error }, 'whether a provider takes messages was not written down')
    }
  }

  return async (message: Message, outcome: MessageOutcome): Promise<void> => {
    const id = message.channel === 'email' ? message.messageId : `${message.to} ${message.text}`
    if (outcome.state !== 'postponed') postponed.delete(id)
    else if (postponed.size < POSTPONED_MAX) postponed.add(id)
    if (outcome.state === 'accepted' || outcome.state === 'bounced') return recordSuccess()
    const recipient = message.channel === 'email' ? message.to.address : message.to
    if (recipients.size < RECIPIENTS_IN_A_ROW) recipients.add(recipient)
    const isFailing = isAboutProvider(outcome) || recipients.size >= RECIPIENTS_IN_A_ROW
    if (isFailing || failingSince !== null) await recordFailure(outcome.words)
  }
}

function isAboutProvider(outcome: Exclude<MessageOutcome, { state: 'accepted' }>): boolean {
  return 'isAboutServer' in outcome || PROVIDER_CAUSES.has(outcome.cause)
}
