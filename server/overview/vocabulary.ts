/** Pages show no headline number and no chart below this: a single answer could reverse them. */
export const LEAST_ANSWERS = 10

export const LINES_AT_MOST = 100
