import { env } from '../../env'
import type { Locale } from '../../messages/locale'
import { toWords } from '../../messages/to-words'
import { GOOGLE_REDIRECT } from '../../reviews/connections/google-consent'
import type { FoundPlace, ReviewSource } from '../../reviews/connections/schema'
import { failureSentence } from '../../reviews/sources/failure-words'
import { toAppError } from '../failure'

export function failureInWords(locale: Locale, { failure }: Pick<ReviewSource, 'failure'>): string | null {
  return failure === null ? null : toWords(locale, failureSentence(failure))
}

export function googleSetUp(): { isSetUp: boolean; redirect: string } {
  return { isSetUp: env.google !== null, redirect: GOOGLE_REDIRECT }
}

/** Places that a consent gives access to; or a localized error, and whether the consent has expired. */
export type Consented = { places: FoundPlace[] } | { places: null; isOver: boolean; words: string }

/** @throws errors that concern neither the consent nor the site. */
export async function readConsented(locale: Locale, asking: Promise<{ data: FoundPlace[] }>): Promise<Consented> {
  try {
    return { places: (await asking).data }
  } catch (caught) {
    const { code, details = {} } = toAppError(caught).inLanguage(locale)
    const isOver = code === 'VALIDATION_ERROR' && 'consentId' in details
    if (!isOver && !(code === 'VALIDATION_ERROR' && 'site' in details)) throw caught
    return {
      places: null,
      isOver,
      words: Object.values(details as Record<string, string[]>)
        .flat()
        .join(' '),
    }
  }
}
