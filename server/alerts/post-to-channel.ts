import type { AlertMessage } from '@/prisma/generated/client'
import { MINUTE_MS, now } from '../clock'
import type { Tx } from '../db'
import { decryptSecret } from '../encryption'
import { withLease } from '../jobs/lease'
import { log } from '../log'
import { lockAndReadSendingRestriction } from '../organizations/sending-restriction'
import { type SafePostResult, type SafeRequestOptions, safePost } from '../outbound/safe-request'
import { transact } from '../unit-of-work'
import { Language } from '../validation/schema'
import { MAX_ATTEMPTS } from '../webhooks/constants'
import { retryDelayMs } from '../webhooks/delivery/retry-delay'
import { loadNotificationAndLockContacts } from './load-notification'
import { lockMessageIfDue, lockMessageIfStillClaimed, postponeForSendingRestriction } from './message-lease'
import { recordAlertMessageOutcome } from './record-alert-message-outcome'
import { renderChatPayload } from './render-chat-payload'
import { renderNotification } from './render-notification'
import type { AlertStateReason, ChatChannelKind } from './schema'

const LEASE_MS = 2 * MINUTE_MS

type ClaimedPost = AlertMessage & { url: string; body: string; claimedAt: Date }

/**
 * Makes the next attempt of a post, if it is due. The lease is committed before the request, so attempts never overlap; a post of a crashed
 * process is retried when its lease expires.
 */
export async function postAlertToChannel(
  organizationId: string,
  id: string,
  options: SafeRequestOptions = {},
): Promise<void> {
  const headers = { 'Content-Type': 'application/json', 'User-Agent': 'CustomerFeedbackService/1' }
  await withLease({
    acquire: () => claimPost(organizationId, id),
    perform: ({ url, body }) => safePost({ url, headers, body }, options),
    complete: (claim, result) => transact(({ tx }) => recordResult(tx, organizationId, claim, result)),
  })
}

async function claimPost(organizationId: string, id: string): Promise<ClaimedPost | null> {
  return transact(async ({ tx }) => {
    const claimedAt = now()
    const hold = await lockAndReadSendingRestriction(tx, organizationId)
    const message = await lockMessageIfDue(tx, organizationId, id)
    if (!message) return null
    if (hold) return postponeForSendingRestriction(tx, organizationId, id, hold)
    const prepared = await preparePost(tx, organizationId, message)
    if ('reason' in prepared) {
      await recordAlertMessageOutcome(tx, organizationId, message, prepared)
      return null
    }
    const claim = { claimedAt, attempts: message.attempts + 1 }
    const nextAttemptAt = new Date(claimedAt.getTime() + LEASE_MS)
    await tx.alertMessage.update({ where: { organizationId, id }, data: { ...claim, nextAttemptAt } })
    return { ...message, ...prepared, ...claim }
  })
}

type Prepared = { url: string; body: string } | { state: 'skipped' | 'failed'; reason: AlertStateReason }

async function preparePost(tx: Tx, organizationId: string, message: AlertMessage): Promise<Prepared> {
  if (message.attempts >= MAX_ATTEMPTS) return { state: 'failed', reason: notPostedReason('INTERRUPTED') }
  const { channelId, kind } = message
  const channel = channelId && (await tx.alertChannel.findFirst({ where: { organizationId, id: channelId } }))
  if (!channel) return { state: 'skipped', reason: { code: 'channelRemoved', values: {} } }
  const notification = await loadNotificationAndLockContacts(tx, organizationId, message)
  if (!notification) return { state: 'skipped', reason: { code: 'obsolete', values: {} } }
  const language = Language.catch('en').parse(notification.organization.defaultLanguage)
  const payload = renderChatPayload(kind as ChatChannelKind, renderNotification(language, notification))
  try {
    return { url: decryptSecret('alert-channel', channel.address, channel.id), body: JSON.stringify(payload) }
  } catch (error) {
    log.error({ error, organizationId, channelId }, 'the address of an alert cannot be read')
    return { state: 'failed', reason: notPostedReason('SECRET_UNREADABLE') }
  }
}

async function recordResult(tx: Tx, organizationId: string, claim: ClaimedPost, result: SafePostResult): Promise<void> {
  const { id, attempts } = claim
  const { ok, status, error = 'FAILED' } = result
  const isLeased = await lockMessageIfStillClaimed(tx, organizationId, claim)
  if (!isLeased) return log.warn({ organizationId, messageId: id, ok, status }, 'a post was reported too late')
  if (ok) return recordAlertMessageOutcome(tx, organizationId, claim, { state: 'sent', reason: null, sentAt: now() })
  log.info({ organizationId, messageId: id, status, error, attempts }, 'an alert was not posted')
  const failure = notPostedReason(error, status)
  if (attempts >= MAX_ATTEMPTS || !isRetryable(status))
    return recordAlertMessageOutcome(tx, organizationId, claim, { state: 'failed', reason: failure })
  const nextAttemptAt = new Date(now().getTime() + retryDelayMs(attempts, result, now()))
  const reason = { code: 'postRetrying', values: { ...failure.values, until: nextAttemptAt.toISOString() } }
  await tx.alertMessage.update({ where: { organizationId, id }, data: { claimedAt: null, nextAttemptAt, reason } })
}

function isRetryable(status: number | undefined): boolean {
  return status === undefined || status === 429 || status >= 500
}

function notPostedReason(failure: string, status?: number): AlertStateReason {
  return { code: 'notPosted', values: { failure, status: status === undefined ? '' : String(status) } }
}
