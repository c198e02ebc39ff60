/** Pages show no headline number and no chart below this: a single answer could reverse them. */
export const MIN_ANSWERS_FOR_SCORE = 10

export const BREAKDOWN_MAX_PARTS = 100

/** What the breakdown of a score can be by. A company is a contact organization. */
export const BREAKDOWNS = ['survey', 'location', 'employee', 'company', 'tag'] as const
