export const COMMENT_MAX_CHARACTERS = 5000
export const SEARCH_MAX_CHARACTERS = 200
export const WORD_PATTERN = /[\p{L}\p{M}\p{N}]+/gu
