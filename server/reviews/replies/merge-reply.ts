import type { Review as ReviewRow } from '@/prisma/generated/client'
import { Prisma } from '../../db'
import type { ReviewChange } from '../history'
import type { SiteReply } from '../sources/site'

/** What is written down of a reply, and told of it. */
export type ReplyChange = { data: Prisma.ReviewUncheckedUpdateManyInput; change: ReviewChange | null }

type Held = Pick<
  ReviewRow,
  'replyText' | 'respondedAt' | 'replyState' | 'replyReason' | 'replyDueAt' | 'replyClaimId' | 'replySettledAt'
>

/** When the site was asked, and how long its lists may still show what was there before a reply was posted. */
export type Asked = { at: Date; settlesMs: number }

/**
 * What the site shows as the reply, against what stands here. What was written here and is on its way there decides; once
 * the site has answered, the site does: a reply that was given, changed or removed there is so here too.
 * @returns null when nothing changes.
 */
export function mergeReply(held: Held, shown: SiteReply | null, asked: Asked): ReplyChange | null {
  if (isOnItsWay(held) || isTooEarly(held, asked)) return null
  if (held.replyText === null) return shown && adopt(shown, { kind: 'site_replied', values: { text: shown.text } })
  if (shown !== null && isSame(shown.text, held.replyText)) return confirm(held, shown)
  // It never got there, or does not belong there: what the site shows is not about it.
  if (held.replyState === 'failed' || held.replyState === 'local' || held.replyState === null) return null
  if (shown !== null) {
    const change = { kind: 'site_reply_changed', values: { before: held.replyText, text: shown.text } } as const
    return adopt({ ...shown, respondedAt: held.respondedAt ?? shown.respondedAt }, change)
  }
  // What a site has not approved it may not show at all.
  if (held.replyState !== 'live') return null
  return {
    data: { replyText: null, respondedAt: null, replyState: null, replyReason: Prisma.DbNull },
    change: { kind: 'site_reply_removed', values: { text: held.replyText } },
  }
}

/** Written here, and the site does not have it yet. */
export function isOnItsWay({ replyDueAt, replyClaimId, replyState }: Held): boolean {
  return replyDueAt !== null || replyClaimId !== null || replyState === 'sending' || replyState === 'removing'
}

function isTooEarly({ replySettledAt }: Held, { at, settlesMs }: Asked): boolean {
  return replySettledAt !== null && at.getTime() <= replySettledAt.getTime() + settlesMs
}

/** Sites trim, and join lines in their own way. */
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

/** What the site made of a reply, for its history. */
export function stateChange({ state, reason }: SiteReply): ReviewChange {
  if (state === 'rejected') return { kind: 'reply_rejected', values: { reason: reason ?? '' } }
  return { kind: state === 'pending' ? 'reply_pending' : 'reply_live', values: {} }
}

/** The site's own words, where it rejects a reply. */
export function reasonColumn({ state, reason }: SiteReply): Rejection | typeof Prisma.DbNull {
  return state === 'rejected' ? rejection(reason) : Prisma.DbNull
}

export type Rejection = { code: 'rejected'; values: { words: string } }

/** Why the site does not show a reply, as it is kept. @param words the site's own. */
export function rejection(words: string | null | undefined): Rejection {
  return { code: 'rejected', values: { words: words ?? '' } }
}
