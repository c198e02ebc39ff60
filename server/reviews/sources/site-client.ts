export type SiteReply = {
  text: string
  respondedAt: Date
  state: 'live' | 'pending' | 'rejected'
  reason: string | null
}

export type SiteReview = {
  externalId: string
  rating: number
  text: string
  authorName: string | null
  publishedAt: Date
  editedAt: Date | null
  url: string | null
  locationId: string | null
  reply: SiteReply | null
}

/** Reviews that could not be parsed or stored. @property first path of the first one in the response. */
export type SkippedReviews = { count: number; first: string | null }

export function addSkippedReviews(one: SkippedReviews, other: SkippedReviews): SkippedReviews {
  const [first = null] = [one, other].flatMap(({ count, first: path }) => (count > 0 && path !== null ? [path] : []))
  return { count: one.count + other.count, first }
}

export function getLatestDate(...times: readonly (Date | null)[]): Date | null {
  return times.reduce((newest, time) => (newest === null || (time !== null && time > newest) ? time : newest), null)
}

/**
 * One page of a site's reviews.
 * @property removed ids of removed reviews; empty for sites that do not report them.
 * @property next cursor of the next page; null on the last.
 * @property total the site's review count; null if not reported, or if the query covers only a part.
 * @property newest time of the latest change on this page, by the site's clock and sort order; null if empty.
 * @property skipped reviews that do not match the site's documentation.
 */
export type SiteReviewPage = {
  reviews: SiteReview[]
  removed: string[]
  next: string | null
  total: number | null
  newest: Date | null
  skipped: SkippedReviews
}

/**
 * Result of the access check before connecting.
 * @property total the review count; null if not reported.
 * @property places place names in the latest reviews; empty if the site has none, or they are known already.
 */
export type SiteAccessCheckResult = { total: number | null; places: string[] }

/**
 * A review site, opened with an organization's credentials. All its methods throw `SiteFailure` for any failure of the site.
 * @property overlapMs overlap of an incremental sync with the previous one: changes may become visible late, with an earlier time.
 * @property staleAfterReplyMs how long lists may be stale after a reply was posted.
 * @property list latest change first. @property get null if the site no longer has the review.
 * @property reply creates or replaces a reply. @property deleteReply no-op without a reply.
 */
export type ReviewSiteClient = {
  overlapMs: number
  staleAfterReplyMs: number
  checkAccess: () => Promise<SiteAccessCheckResult>
  list: (query: { cursor: string | null; since: Date | null }) => Promise<SiteReviewPage>
  get: (externalId: string) => Promise<SiteReview | null>
  reply: (externalId: string, text: string) => Promise<SiteReply>
  deleteReply: (externalId: string) => Promise<void>
}
