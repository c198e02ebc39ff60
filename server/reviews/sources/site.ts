/** A reply as the site shows it. @property reason the site's own words, where it rejects one. */
export type SiteReply = {
  text: string
  respondedAt: Date
  state: 'live' | 'pending' | 'rejected'
  reason: string | null
}

/** A review as its site tells it. */
export type SiteReview = {
  /** The review's id on its site. */
  externalId: string
  /** Whole stars, 1 to 5. */
  rating: number
  /** Empty for a review without words. */
  text: string
  authorName: string | null
  publishedAt: Date
  /** When its author last changed it; null where they did not, or the site does not say. */
  editedAt: Date | null
  /** Where people read it. */
  url: string | null
  /** The organization's location that it is about; null where the site knows none. */
  locationId: string | null
  /** What the organization replied; null when nothing. */
  reply: SiteReply | null
}

/** Reviews of a site that could not be read or stored. @property first where the first of them is in the site's answer. */
export type Skipped = { count: number; first: string | null }

export function addSkipped(one: Skipped, other: Skipped): Skipped {
  const [first = null] = [one, other].flatMap(({ count, first: place }) => (count > 0 && place !== null ? [place] : []))
  return { count: one.count + other.count, first }
}

/**
 * One page of a walk through what a site has.
 * @property removed the ids of reviews that the site says it removed; sites that do not say leave it empty.
 * @property next where the walk goes on; null at its end.
 * @property total how many reviews the site has; null where it does not say, or the walk looks at a part of them.
 * @property newest the latest change on this page, by the site's clock and in the order in which it lists; null without any.
 * @property skipped what of this page is not as documented.
 */
export type SitePage = {
  reviews: SiteReview[]
  removed: string[]
  next: string | null
  total: number | null
  newest: Date | null
  skipped: Skipped
}

/** Where a walk stands. @property since ends it with the first page whose changes are all older; null goes to the end. */
export type SiteQuery = { cursor: string | null; since: Date | null }

/**
 * What an owner is told of a site before it is connected.
 * @property total how many reviews it has; null where it does not say.
 * @property places the site's own names of what its latest reviews are about; empty where it has none, or they are known already.
 */
export type SiteLook = { total: number | null; places: string[] }

/**
 * A review site, opened with one organization's credentials. Every call throws `SiteFailure` for whatever the site does not
 * do, and nothing else on its account.
 */
export type ReviewSite = {
  /** How far before the last change it saw a walk looks once more: what became visible late has an earlier time. */
  overlapMs: number
  /** For how long after a reply was posted its lists may still show what was there before. */
  settlesMs: number
  /** Whether it lets us in, and what it has. */
  look: () => Promise<SiteLook>
  /** A page, latest change first. */
  list: (query: SiteQuery) => Promise<SitePage>
  /** One review as it is now; null when the site has it no more. */
  get: (externalId: string) => Promise<SiteReview | null>
  /** Puts a reply in place of the one that is there. @throws {SiteFailure} `refused` when the site does not want this text. */
  reply: (externalId: string, text: string) => Promise<SiteReply>
  /** One that is not there any more is deleted too. */
  deleteReply: (externalId: string) => Promise<void>
}
