import type { FieldErrors } from '../../errors'
import { localizableMessage } from '../../messages/localizable-message'
import { SCORE_BANDS } from '../constants'
import type { Ending } from '../logic/schema'
import type { BandThanks, Thanks } from './schema'

/*
 * Links to review sites are offered after every score or after none: the sites prohibit choosing satisfied customers, and so do laws on
 * misleading reviews (server/organizations/review-links.ts).
 */

const REVIEW_SITES =
  /(^|\.)(trustpilot|tripadvisor|yelp|g2|capterra|getapp|softwareadvice|glassdoor|kununu|feefo|reviews|yotpo|sitejabber|bbb|productreview|avis-verifies|verified-reviews|trustedshops|ekomi|provenexpert|holidaycheck|jameda|doctolib|pagesjaunes|thefork|lafourchette|opentable|zomato|booking|expedia|hotels|airbnb|houzz|angi|foursquare)\.[a-z]{2,3}(\.[a-z]{2})?$/
const SHORT_GOOGLE_HOSTS = new Set(['g.page', 'g.co', 'maps.app.goo.gl'])
const GOOGLE = /^(www\.|search\.|maps\.|local\.|play\.)?google\.[a-z]{2,3}(\.[a-z]{2})?$/

export function isOnReviewSite(url: string): boolean {
  const { hostname, pathname } = new URL(url)
  const host = hostname.replace(/\.$/, '')
  if (SHORT_GOOGLE_HOSTS.has(host) || GOOGLE.test(host) || REVIEW_SITES.test(host)) return true
  if (host === 'goo.gl') return pathname.startsWith('/maps')
  if (host === 'apps.apple.com') return true
  return /(^|\.)facebook\.com$/.test(host) && pathname.includes('/reviews')
}

type Page = { path: string; fields: Pick<BandThanks, 'button' | 'redirectUrl'> }

/**
 * Finds links to reviews that not everyone gets.
 * @param reviewLinks URLs of the organization
 * @returns errors under `thanks.<band>.…` and `endings.<index>.…`
 */
export function findGatedReviewLinks(
  { type, thanks, endings }: { type: string; thanks: Thanks; endings: readonly Ending[] },
  reviewLinks: readonly string[],
): FieldErrors {
  const known = new Set(reviewLinks.map(normalizeUrl))
  const bands = type === 'custom' ? (['plain'] as const) : SCORE_BANDS
  const shown: Page[] = [
    ...bands.map((band) => ({ path: `thanks.${band}`, fields: thanks[band] ?? {} })),
    ...endings.map((fields, index) => ({ path: `endings.${index}`, fields })),
  ]
  const plain = { path: 'thanks.plain', fields: thanks.plain ?? {} }
  const errors: FieldErrors = {}
  for (const { path, fields } of type === 'custom' ? shown : [...shown, plain])
    for (const [field, url] of listLinks(fields)) {
      const isForReviews = known.has(normalizeUrl(url)) || isOnReviewSite(url)
      const isForEveryone = shown.every((page) =>
        listLinks(page.fields).some(
          ([other, otherUrl]) => other === field && normalizeUrl(otherUrl) === normalizeUrl(url),
        ),
      )
      if (isForReviews && !isForEveryone) errors[`${path}.${field}`] = [localizableMessage('survey.gatedReviews')]
    }
  return errors
}

function listLinks({ button, redirectUrl }: Page['fields']): ['button.url' | 'redirectUrl', string][] {
  return [
    ...(button ? [['button.url', button.url] as ['button.url', string]] : []),
    ...(redirectUrl ? [['redirectUrl', redirectUrl] as ['redirectUrl', string]] : []),
  ]
}

function normalizeUrl(url: string): string {
  const parsed = new URL(url)
  parsed.hash = ''
  return parsed.href
}
