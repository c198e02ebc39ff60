import { MINUTE_MS, now } from '../clock'
import type { Tx } from '../db'
import { decryptSecret } from '../encryption'
import { Language } from '../fields/schema'
import { withLease } from '../jobs/lease'
import { log } from '../log'
import { lockSendingHold } from '../organizations/sending-hold'
import { type DialOptions, type DialResult, dial } from '../outbound/dial'
import { transact } from '../unit-of-work'
import { retryDelayMs } from '../webhooks/delivery/retry-delay'
import { MAX_ATTEMPTS } from '../webhooks/vocabulary'
import { renderChannelPayload } from './channel-payloads'
import { completeAlertMessage } from './complete-alert-message'
import { loadNotification } from './load-notification'
import { lockDueMessage, lockLeasedMessage, postponeOnSendingHold } from './message-lease'
import { renderNotification } from './render-notification'
import type { AlertReason, ChannelKind } from './schema'

const LEASE_MS = 2 * MINUTE_MS

type Message = {
  id: string
  notificationId: string
  ruleId: string
  channelId: string | null
  kind: string
  attempts: number
}

type ClaimedPost = Message & { url: string; body: string; claimedAt: Date }

/**
 * Makes the next attempt of a post, if it is due. The lease is committed before the request, so attempts never overlap; a post of a crashed
 * process is retried when its lease expires.
 */
export async function postAlertToChannel(organizationId: string, id: string, options: DialOptions = {}): Promise<void> {
  const headers = { 'Content-Type': 'application/json', 'User-Agent': 'CustomerFeedbackService/1' }
  await withLease({
    acquire: () => claimPost(organizationId, id),
    perform: ({ url, body }) => dial({ url, headers, body }, options),
    complete: (claim, result) => transact(({ tx }) => recordResult(tx, organizationId, claim, result)),
  })
}

async function claimPost(organizationId: string, id: string): Promise<ClaimedPost | null> {
  return transact(async ({ tx }) => {
    const claimedAt = now()
    const hold = await lockSendingHold(tx, organizationId)
    const message = await lockDueMessage(tx, organizationId, id)
    if (!message) return null
    const where = { organizationId, id }
    if (hold) {
      await postponeOnSendingHold(tx, organizationId, id, hold)
      return null
    }
    if (message.attempts >= MAX_ATTEMPTS) {
      await endMessage(tx, organizationId, message, 'failed', notPostedReason('INTERRUPTED'))
      return null
    }
    const prepared = await preparePost(tx, organizationId, message)
    if ('reason' in prepared) {
      await endMessage(tx, organizationId, message, prepared.state, prepared.reason)
      return null
    }
    const nextAttemptAt = new Date(claimedAt.getTime() + LEASE_MS)
    await tx.alertMessage.update({ where, data: { claimedAt, nextAttemptAt, attempts: message.attempts + 1 } })
    return { ...message, ...prepared, attempts: message.attempts + 1, claimedAt }
  })
}

type Prepared = { url: string; body: string } | { state: 'skipped' | 'failed'; reason: AlertReason }

async function preparePost(
  tx: Tx,
  organizationId: string,
  { notificationId, ruleId, channelId, kind }: Message,
): Promise<Prepared> {
  const channel = channelId && (await tx.alertChannel.findFirst({ where: { organizationId, id: channelId } }))
  if (!channel) return { state: 'skipped', reason: { code: 'channelRemoved', values: {} } }
  const rule = await tx.alertRule.findFirstOrThrow({
    where: { organizationId, id: ruleId },
    include: { organization: { select: { name: true, defaultLanguage: true } } },
  })
  const notification = await loadNotification(tx, organizationId, notificationId, rule.trigger)
  if (!notification.isTest && notification.total === 0)
    return { state: 'skipped', reason: { code: 'obsolete', values: {} } }
  const language = Language.catch('en').parse(rule.organization.defaultLanguage)
  const context = { rule: rule.name, trigger: rule.trigger, organization: rule.organization.name }
  const body = JSON.stringify(
    renderChannelPayload(kind as ChannelKind, renderNotification(language, notification, context)),
  )
  try {
    return { url: decryptSecret('alert-channel', channel.address, channel.id), body }
  } catch (error) {
    log.error({ error, organizationId, channelId }, 'the address of an alert cannot be read')
    return { state: 'failed', reason: notPostedReason('SECRET_UNREADABLE') }
  }
}

async function recordResult(tx: Tx, organizationId: string, claim: ClaimedPost, result: DialResult): Promise<void> {
  const { id, attempts } = claim
  const { ok, status, error = 'FAILED' } = result
  const isLeased = await lockLeasedMessage(tx, organizationId, claim)
  if (!isLeased) return log.warn({ organizationId, messageId: id, ok, status }, 'a post was reported too late')
  if (ok)
    return completeAlertMessage(tx, organizationId, claim, {
      state: 'sent',
      reason: null,
      sentAt: now(),
      nextAttemptAt: null,
    })
  log.info({ organizationId, messageId: id, status, error, attempts }, 'an alert was not posted')
  if (attempts >= MAX_ATTEMPTS || !isRetryable(status))
    return endMessage(tx, organizationId, claim, 'failed', notPostedReason(error, status))
  const nextAttemptAt = new Date(now().getTime() + retryDelayMs(attempts, result, now()))
  const { values } = notPostedReason(error, status)
  const reason: AlertReason = { code: 'postRetrying', values: { ...values, until: nextAttemptAt.toISOString() } }
  await tx.alertMessage.update({ where: { organizationId, id }, data: { claimedAt: null, nextAttemptAt, reason } })
}

function isRetryable(status: number | undefined): boolean {
  return status === undefined || status === 429 || status >= 500
}

function endMessage(
  tx: Tx,
  organizationId: string,
  message: { id: string; notificationId: string },
  state: 'skipped' | 'failed',
  reason: AlertReason,
): Promise<void> {
  return completeAlertMessage(tx, organizationId, message, { state, reason, nextAttemptAt: null })
}

function notPostedReason(failure: string, status?: number): AlertReason {
  return { code: 'notPosted', values: { failure, status: status === undefined ? '' : String(status) } }
}
