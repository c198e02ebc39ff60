import { env } from '../../env'
import { toWords } from '../../messages/format-error-message'
import type { Locale } from '../../messages/locale'
import { GOOGLE_REDIRECT } from '../../reviews/connections/google-consent'
import type { FoundPlace, ReviewSource } from '../../reviews/connections/schema'
import type { ReviewDetail, ReviewHistoryItem } from '../../reviews/schema'
import { StoredFailure } from '../../reviews/sources/site-failure'
import { failureSentence } from '../../reviews/sources/site-failure-message'
import { toAppError } from '../error-mapping'

type Reply = NonNullable<ReviewDetail['reply']>

export function reasonInWords(locale: Locale, { reason }: Pick<Reply, 'reason'>): string | null {
  if (reason === null) return null
  if (reason.code === 'rejected') return reason.values.words || null
  return describeStoredFailure(locale, reason)
}

export function pastReasonInWords(locale: Locale, { kind, values }: ReviewHistoryItem): string | null {
  if (kind === 'reply_rejected') return typeof values.reason === 'string' && values.reason !== '' ? values.reason : null
  return kind === 'reply_failed' ? describeStoredFailure(locale, values.failure) : null
}

function describeStoredFailure(locale: Locale, stored: unknown): string | null {
  const failure = StoredFailure.safeParse(stored).data
  return failure ? toWords(locale, failureSentence(failure)) : null
}

export function failureInWords(locale: Locale, { failure }: Pick<ReviewSource, 'failure'>): string | null {
  return failure === null ? null : toWords(locale, failureSentence(failure))
}

export function googleSetUp(): { isSetUp: boolean; redirect: string } {
  return { isSetUp: env.google !== null, redirect: GOOGLE_REDIRECT }
}

export type Consented = { places: FoundPlace[] } | { places: null; isOver: boolean; words: string }

export async function readConsented(locale: Locale, places: Promise<{ data: FoundPlace[] }>): Promise<Consented> {
  try {
    return { places: (await places).data }
  } catch (error) {
    const { code, details = {} } = toAppError(error).inLanguage(locale)
    const isOver = code === 'VALIDATION_ERROR' && 'consentId' in details
    if (!isOver && !(code === 'VALIDATION_ERROR' && 'site' in details)) throw error
    return {
      places: null,
      isOver,
      words: Object.values(details as Record<string, string[]>)
        .flat()
        .join(' '),
    }
  }
}
