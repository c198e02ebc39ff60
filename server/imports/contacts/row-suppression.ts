import type { SuppressionReason } from '../../contacts/queries'
import type { ImportTarget } from './constants'

/** What a row says about messages to its person or address. */
export type RowSuppression = {
  reasons: ReadonlySet<SuppressionReason>
  /** It says that the person is unsubscribed, and not who did it. */
  isUnsubscribed: boolean
  /** When the person opted out; null if the row does not say. */
  optedOutAt: Date | null
}

const UNSUBSCRIBING: readonly SuppressionReason[] = ['opted_out', 'unsubscribed', 'blocked']

/** A date is that of the person's own opt-out. A flag that says no withdraws a date, but no reason: an opt-out is never lost. */
export function readRowSuppression(values: Partial<Record<ImportTarget, unknown>>): RowSuppression {
  const { unsubscribedAt, suppressionReasons = [] } = values
  const unsubscribed = readUnsubscribed(values)
  const optedOutAt = typeof unsubscribedAt === 'string' && unsubscribed !== false ? new Date(unsubscribedAt) : null
  const reasons = new Set(suppressionReasons as SuppressionReason[])
  if (optedOutAt !== null) reasons.add('opted_out')
  return { reasons, isUnsubscribed: unsubscribed === true && !hasUnsubscribingReason(reasons), optedOutAt }
}

/** By a column of unsubscribed or of subscribed people; undefined without a value. Of two that disagree, the opt-out counts. */
export function readUnsubscribed({
  unsubscribed,
  subscribed,
}: Partial<Record<ImportTarget, unknown>>): boolean | undefined {
  if (unsubscribed === true || subscribed === false) return true
  return unsubscribed === false || subscribed === true ? false : undefined
}

export function hasUnsubscribingReason(reasons: ReadonlySet<SuppressionReason> = new Set()): boolean {
  return UNSUBSCRIBING.some((reason) => reasons.has(reason))
}

/** Whether the row says that the person gets no messages, for a reason other than a bounce. */
export function isRowUnsubscribed({ reasons, isUnsubscribed }: RowSuppression): boolean {
  return isUnsubscribed || hasUnsubscribingReason(reasons)
}
