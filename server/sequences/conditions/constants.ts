/* Constants of step conditions. No server dependencies: browsers load this file. */

export const CONDITIONS_MAX = 10

export const ANSWER_OPERATORS = ['is', 'is_not', 'at_least', 'at_most', 'contains'] as const

/** What can be said of the latest survey of a run. */
export const SURVEY_OUTCOMES = ['answered', 'not_answered', 'positive', 'neutral', 'negative'] as const

export const BRANCHES = ['yes', 'no'] as const
export type Branch = (typeof BRANCHES)[number]
