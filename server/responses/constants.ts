export const COMMENT_MAX_CHARACTERS = 5000
export const SEARCH_MAX_CHARACTERS = 200
export const WORD_PATTERN = /[\p{L}\p{M}\p{N}]+/gu

/** How a response came: by a link in an email or a text message, an open link, a website, or a file. */
export const RESPONSE_CHANNELS = ['email', 'sms', 'link', 'web', 'import'] as const

/**
 * What an answer is counted by (database function answer_keys), as text `<question> <type>`, or `<question> <type> <value>` for a chosen
 * value. Question ids and types have no spaces.
 */
export type AnswerKey = { questionId: string; type: string; value: string | null }

export function formatAnswerKey({ questionId, type, value }: AnswerKey): string {
  return [questionId, type, ...(value === null ? [] : [value])].join(' ')
}

/** @returns null without a question and a type. */
export function parseAnswerKey(key: string): AnswerKey | null {
  const [, questionId, type, value = null] = /^([^ ]+) ([^ ]+)(?: (.+))?$/s.exec(key) ?? []
  return questionId === undefined || type === undefined ? null : { questionId, type, value }
}

type StoredAnswerPattern = { questionId: string; type: string; value?: unknown }

/** What `answers` of a response with this answer contains: one of these, depending on how the type stores its value. */
export function listStoredAnswerPatterns({ questionId, type, value }: AnswerKey): StoredAnswerPattern[][] {
  if (value === null) return [[{ questionId, type }]]
  const literals = value === 'true' || value === 'false' || /^-?\d{1,9}$/.test(value) ? [JSON.parse(value)] : []
  return [value, [value], ...literals].map((stored) => [{ questionId, type, value: stored }])
}
