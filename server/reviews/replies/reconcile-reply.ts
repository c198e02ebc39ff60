import type { Review as ReviewRow } from '@/prisma/generated/client'
import { Prisma } from '../../db'
import type { ReviewChange } from '../review-history'
import type { SiteReply } from '../sources/site-client'

export type ReplyReconciliation = { data: Prisma.ReviewUncheckedUpdateManyInput; change: ReviewChange | null }

type LocalReply = Pick<
  ReviewRow,
  'replyText' | 'respondedAt' | 'replyState' | 'replyReason' | 'replyDueAt' | 'replyClaimId' | 'replyCheckedAt'
>

/** @property at when the site was queried. @property staleAfterReplyMs how long its lists may show stale replies after a post. */
export type SiteReadTiming = { at: Date; staleAfterReplyMs: number }

/**
 * Merges the site's reply into the local one. A local reply that is still queued wins; once the site has processed it, the site wins:
 * replies added, changed or removed there are adopted.
 * @returns null if nothing changes.
 */
export function reconcileReply(
  local: LocalReply,
  remote: SiteReply | null,
  read: SiteReadTiming,
): ReplyReconciliation | null {
  if (isReplyQueued(local) || mayBeStale(local, read)) return null
  if (local.replyText === null)
    return remote && adoptRemote(remote, { kind: 'site_replied', values: { text: remote.text } })
  if (remote !== null && isSameReplyText(remote.text, local.replyText)) return confirmLocal(local, remote)
  // The local reply is not on the site, so the site's state does not apply to it.
  if (local.replyState === 'failed' || local.replyState === 'local' || local.replyState === null) return null
  if (remote !== null) {
    const change = { kind: 'site_reply_changed', values: { before: local.replyText, text: remote.text } } as const
    return adoptRemote({ ...remote, respondedAt: local.respondedAt ?? remote.respondedAt }, change)
  }
  // Sites may hide replies that are not approved, so absence is meaningful only for a live reply.
  if (local.replyState !== 'live') return null
  return {
    data: { replyText: null, respondedAt: null, replyState: null, replyReason: Prisma.DbNull },
    change: { kind: 'site_reply_removed', values: { text: local.replyText } },
  }
}

export function isReplyQueued({ replyDueAt, replyClaimId, replyState }: LocalReply): boolean {
  return replyDueAt !== null || replyClaimId !== null || replyState === 'sending' || replyState === 'removing'
}

function mayBeStale({ replyCheckedAt }: LocalReply, { at, staleAfterReplyMs }: SiteReadTiming): boolean {
  return replyCheckedAt !== null && at.getTime() <= replyCheckedAt.getTime() + staleAfterReplyMs
}

export function isSameReplyText(one: string, other: string): boolean {
  const normalize = (text: string) => text.normalize('NFC').replace(/\s+/g, ' ').trim()
  return normalize(one) === normalize(other)
}

function adoptRemote(reply: SiteReply, change: ReviewChange): ReplyReconciliation {
  const { text, respondedAt, state } = reply
  return { data: { replyText: text, respondedAt, replyState: state, replyReason: toReplyReasonColumn(reply) }, change }
}

function confirmLocal({ replyState }: LocalReply, reply: SiteReply): ReplyReconciliation | null {
  if (replyState === reply.state) return null
  return {
    data: { replyState: reply.state, replyReason: toReplyReasonColumn(reply) },
    change: toReplyStateChange(reply),
  }
}

export function toReplyStateChange({ state, reason }: SiteReply): ReviewChange {
  if (state === 'rejected') return { kind: 'reply_rejected', values: { reason: reason ?? '' } }
  return { kind: state === 'pending' ? 'reply_pending' : 'reply_live', values: {} }
}

export function toReplyReasonColumn({ state, reason }: SiteReply): StoredRejection | typeof Prisma.DbNull {
  return state === 'rejected' ? toStoredRejection(reason) : Prisma.DbNull
}

export type StoredRejection = { code: 'rejected'; values: { words: string } }

export function toStoredRejection(words: string | null | undefined): StoredRejection {
  return { code: 'rejected', values: { words: words ?? '' } }
}
