import { env } from '../../env'
import type { Locale } from '../../messages/locale'
import { translateLocalizableMessage } from '../../messages/translate-localizable-message'
import { GOOGLE_REDIRECT_URI } from '../../reviews/connections/google-consent'
import type { PlaceWithUsage, ReviewSource } from '../../reviews/connections/schema'
import type { ReviewDetail, ReviewHistoryItem } from '../../reviews/schema'
import { StoredSiteFailure } from '../../reviews/sources/site-failure'
import { siteFailureMessage } from '../../reviews/sources/site-failure-message'
import { toAppError } from '../error-mapping'

type Reply = NonNullable<ReviewDetail['reply']>

export function describeReplyFailure(locale: Locale, { reason }: Pick<Reply, 'reason'>): string | null {
  if (reason === null) return null
  if (reason.code === 'rejected') return reason.values.words || null
  return describeStoredFailure(locale, reason)
}

export function describePastReplyFailure(locale: Locale, { kind, values }: ReviewHistoryItem): string | null {
  if (kind === 'reply_rejected') return typeof values.reason === 'string' && values.reason !== '' ? values.reason : null
  return kind === 'reply_failed' ? describeStoredFailure(locale, values.failure) : null
}

function describeStoredFailure(locale: Locale, stored: unknown): string | null {
  const failure = StoredSiteFailure.safeParse(stored).data
  return failure ? translateLocalizableMessage(locale, siteFailureMessage(failure)) : null
}

export function describeSourceFailure(locale: Locale, { failure }: Pick<ReviewSource, 'failure'>): string | null {
  return failure === null ? null : translateLocalizableMessage(locale, siteFailureMessage(failure))
}

export function getGoogleReviewsSetup(): { isSetUp: boolean; redirect: string } {
  return { isSetUp: env.google !== null, redirect: GOOGLE_REDIRECT_URI }
}

export type PlacesOrConsentError = { places: PlaceWithUsage[] } | { places: null; isExpired: boolean; message: string }

export async function toPlacesOrConsentError(
  locale: Locale,
  places: Promise<{ data: PlaceWithUsage[] }>,
): Promise<PlacesOrConsentError> {
  try {
    return { places: (await places).data }
  } catch (error) {
    const { code, details = {} } = toAppError(error).localize(locale)
    const isOver = code === 'VALIDATION_ERROR' && 'consentId' in details
    if (!isOver && !(code === 'VALIDATION_ERROR' && 'site' in details)) throw error
    return {
      places: null,
      isExpired: isOver,
      message: Object.values(details as Record<string, string[]>)
        .flat()
        .join(' '),
    }
  }
}
