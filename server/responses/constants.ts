export const COMMENT_MAX_CHARACTERS = 5000
export const SEARCH_MAX_CHARACTERS = 200
export const WORD_PATTERN = /[\p{L}\p{M}\p{N}]+/gu

/** How a response came: by a link in an email or a text message, an open link, a website, or a file. */
export const RESPONSE_CHANNELS = ['email', 'sms', 'link', 'web', 'import'] as const
