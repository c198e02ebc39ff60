import { DAY_MS } from '../../server/clock'
import type { SiteReview } from '../../server/reviews/sources/site-client'
import type { DemoLocation } from './contacts-and-master-data'
import { FIRST_NAMES, LAST_NAMES } from './names-and-comments'
import { DEMO_REVIEWS, type DemoReview } from './review-texts'
import type { SeededRandom } from './seeded-random'

const DAYS = 120
const HOUR_SECONDS = 3600

export type DemoReviewsBySite = { source: 'google' | 'trustpilot'; reviews: SiteReview[] }[]

/** Reviews of the 120 days before `end`: of locations on Google, of the company on Trustpilot. */
export function buildReviews(random: SeededRandom, places: DemoLocation[], end: Date): DemoReviewsBySite {
  const all = DEMO_REVIEWS.map((written, index) => ({
    written,
    review: siteReview(random, places, end, written, index),
  }))
  const reviewsAbout = (isPlace: boolean) =>
    all.filter(({ written }) => (written.locationIndex !== null) === isPlace).map(({ review }) => review)
  return [
    { source: 'google', reviews: reviewsAbout(true) },
    { source: 'trustpilot', reviews: reviewsAbout(false) },
  ]
}

function siteReview(
  random: SeededRandom,
  places: DemoLocation[],
  end: Date,
  { rating, text, locationIndex, reply }: DemoReview,
  index: number,
): SiteReview {
  // Spread evenly; the newest is some hours before `end`.
  const share = (DAYS * DAY_MS) / (DEMO_REVIEWS.length + 1)
  const at = end.getTime() - (DEMO_REVIEWS.length - index) * share + random.between(0, 20 * HOUR_SECONDS) * 1000
  const respondedAt = new Date(at + random.between(2 * HOUR_SECONDS, 60 * HOUR_SECONDS) * 1000)
  return {
    externalId: `demo-${index + 1}`,
    rating,
    text,
    authorName: `${random.pick(FIRST_NAMES)} ${random.pick(LAST_NAMES).charAt(0)}.`,
    publishedAt: new Date(at),
    editedAt: null,
    url: null,
    locationId: locationIndex === null ? null : (places[locationIndex]?.id ?? null),
    reply: reply === undefined ? null : { text: reply, respondedAt, state: 'live', reason: null },
  }
}
