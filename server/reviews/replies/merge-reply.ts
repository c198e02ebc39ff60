import type { Review as ReviewRow } from '@/prisma/generated/client'
import { Prisma } from '../../db'
import type { ReviewChange } from '../history'
import type { SiteReply } from '../sources/site'

export type ReplyChange = { data: Prisma.ReviewUncheckedUpdateManyInput; change: ReviewChange | null }

type Held = Pick<
  ReviewRow,
  'replyText' | 'respondedAt' | 'replyState' | 'replyReason' | 'replyDueAt' | 'replyClaimId' | 'replyCheckedAt'
>

/** @property at when the site was queried. @property settlesMs how long its lists may show stale replies after a post. */
export type Asked = { at: Date; settlesMs: number }

/**
 * Merges the site's reply into the local one. A local reply that is still queued wins; once the site has processed it, the site wins:
 * replies added, changed or removed there are adopted.
 * @returns null if nothing changes.
 */
export function mergeReply(held: Held, shown: SiteReply | null, asked: Asked): ReplyChange | null {
  if (isOnItsWay(held) || isTooEarly(held, asked)) return null
  if (held.replyText === null) return shown && adopt(shown, { kind: 'site_replied', values: { text: shown.text } })
  if (shown !== null && isSame(shown.text, held.replyText)) return confirm(held, shown)
  // The local reply is not on the site, so the site's state does not apply to it.
  if (held.replyState === 'failed' || held.replyState === 'local' || held.replyState === null) return null
  if (shown !== null) {
    const change = { kind: 'site_reply_changed', values: { before: held.replyText, text: shown.text } } as const
    return adopt({ ...shown, respondedAt: held.respondedAt ?? shown.respondedAt }, change)
  }
  // Sites may hide replies that are not approved, so absence is meaningful only for a live reply.
  if (held.replyState !== 'live') return null
  return {
    data: { replyText: null, respondedAt: null, replyState: null, replyReason: Prisma.DbNull },
    change: { kind: 'site_reply_removed', values: { text: held.replyText } },
  }
}

export function isOnItsWay({ replyDueAt, replyClaimId, replyState }: Held): boolean {
  return replyDueAt !== null || replyClaimId !== null || replyState === 'sending' || replyState === 'removing'
}

function isTooEarly({ replyCheckedAt }: Held, { at, settlesMs }: Asked): boolean {
  return replyCheckedAt !== null && at.getTime() <= replyCheckedAt.getTime() + settlesMs
}

/** Ignores whitespace and Unicode normalization, which sites change. */
export function isSame(one: string, other: string): boolean {
  const plain = (text: string) => text.normalize('NFC').replace(/\s+/g, ' ').trim()
  return plain(one) === plain(other)
}

function adopt(reply: SiteReply, change: ReviewChange): ReplyChange {
  const { text, respondedAt, state } = reply
  return { data: { replyText: text, respondedAt, replyState: state, replyReason: reasonColumn(reply) }, change }
}

function confirm({ replyState }: Held, reply: SiteReply): ReplyChange | null {
  if (replyState === reply.state) return null
  return { data: { replyState: reply.state, replyReason: reasonColumn(reply) }, change: stateChange(reply) }
}

export function stateChange({ state, reason }: SiteReply): ReviewChange {
  if (state === 'rejected') return { kind: 'reply_rejected', values: { reason: reason ?? '' } }
  return { kind: state === 'pending' ? 'reply_pending' : 'reply_live', values: {} }
}

export function reasonColumn({ state, reason }: SiteReply): Rejection | typeof Prisma.DbNull {
  return state === 'rejected' ? rejection(reason) : Prisma.DbNull
}

export type Rejection = { code: 'rejected'; values: { words: string } }

export function rejection(words: string | null | undefined): Rejection {
  return { code: 'rejected', values: { words: words ?? '' } }
}
