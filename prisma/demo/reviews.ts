import { DAY_MS } from '../../server/clock'
import type { SiteReview } from '../../server/reviews/sources/site-client'
import type { DemoLocation } from './contacts-and-records'
import { FIRST_NAMES, LAST_NAMES } from './names-and-comments'
import { REVIEWS, type WrittenReview } from './review-texts'
import type { Random } from './seeded-random'

const DAYS = 120
const HOUR_SECONDS = 3600

export type DemoReviews = { source: 'google' | 'trustpilot'; reviews: SiteReview[] }[]

/** Reviews of the 120 days before `end`: of locations on Google, of the company on Trustpilot. */
export function reviews(random: Random, places: DemoLocation[], end: Date): DemoReviews {
  const all = REVIEWS.map((written, index) => ({ written, review: siteReview(random, places, end, written, index) }))
  const reviewsAbout = (isPlace: boolean) =>
    all.filter(({ written }) => (written.place !== null) === isPlace).map(({ review }) => review)
  return [
    { source: 'google', reviews: reviewsAbout(true) },
    { source: 'trustpilot', reviews: reviewsAbout(false) },
  ]
}

function siteReview(
  random: Random,
  places: DemoLocation[],
  end: Date,
  { rating, text, place, reply }: WrittenReview,
  index: number,
): SiteReview {
  // Spread evenly; the newest is some hours before `end`.
  const share = (DAYS * DAY_MS) / (REVIEWS.length + 1)
  const at = end.getTime() - (REVIEWS.length - index) * share + random.between(0, 20 * HOUR_SECONDS) * 1000
  const respondedAt = new Date(at + random.between(2 * HOUR_SECONDS, 60 * HOUR_SECONDS) * 1000)
  return {
    externalId: `demo-${index + 1}`,
    rating,
    text,
    authorName: `${random.pick(FIRST_NAMES)} ${random.pick(LAST_NAMES).charAt(0)}.`,
    publishedAt: new Date(at),
    editedAt: null,
    url: null,
    locationId: place === null ? null : (places[place]?.id ?? null),
    reply: reply === undefined ? null : { text: reply, respondedAt, state: 'live', reason: null },
  }
}
