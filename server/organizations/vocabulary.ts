/** A few for each of many locations. */
export const REVIEW_LINKS_MAX = 100
