import type { Locale } from '../../messages/locale'
import { toWords } from '../../messages/to-words'
import type { ReviewDetail, ReviewHistoryItem } from '../../reviews/schema'
import { StoredFailure } from '../../reviews/sources/failure'
import { failureSentence } from '../../reviews/sources/failure-words'

type Reply = NonNullable<ReviewDetail['reply']>

/** Why a reply is not shown on its site: the site's own reason if it rejected the reply, else our message; null without either. */
export function reasonInWords(locale: Locale, { reason }: Pick<Reply, 'reason'>): string | null {
  if (reason === null) return null
  if (reason.code === 'rejected') return reason.values.words || null
  return failureInWords(locale, reason)
}

/** As {@link reasonInWords}, for an entry of the history. */
export function pastReasonInWords(locale: Locale, { kind, values }: ReviewHistoryItem): string | null {
  if (kind === 'reply_rejected') return typeof values.reason === 'string' && values.reason !== '' ? values.reason : null
  return kind === 'reply_failed' ? failureInWords(locale, values.failure) : null
}

function failureInWords(locale: Locale, stored: unknown): string | null {
  const failure = StoredFailure.safeParse(stored).data
  return failure ? toWords(locale, failureSentence(failure)) : null
}
