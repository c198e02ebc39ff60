/** Responses that are read for results with a filter that the daily stats do not have. */
export const FILTERED_RESPONSES_MAX = 5000

/** The latest responses that texts, times and the place where people stop come from. */
export const RECENT_RESPONSES_MAX = 2000

export const LATEST_TEXTS_MAX = 5

/** The message that names a value without a label; null for a step of a scale and for an option that is no longer known. */
export function findValueMessage(type: string, value: string) {
  if (type === 'rating') return 'starsValue'
  if (value !== 'true' && value !== 'false') return null
  if (type === 'thumbs') return value === 'true' ? 'thumbsUp' : 'thumbsDown'
  if (type === 'consent') return 'given'
  return value === 'true' ? 'yes' : 'no'
}
