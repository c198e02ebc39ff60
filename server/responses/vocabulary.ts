export const COMMENT_MAX_CHARACTERS = 5000
export const SEARCH_MAX_CHARACTERS = 200
/** A word of a text: what a search marks, and what it cuts around. */
export const WORD = /[\p{L}\p{M}\p{N}]+/gu
