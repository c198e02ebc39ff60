export const RECORD_KINDS = ['dkim', 'dmarc', 'returnPath', 'spf'] as const

/**
 * - `wrong`: published, with another value than wanted
 * - `duplicate`: several records where the standard allows one, which receivers then ignore
 * - `tooManyLookups`, `tooManyVoidLookups`: SPF needs more than ten look-ups, or more than two without an answer (RFC 7208, 4.6.4)
 * - `unreachable`: DNS did not answer, which says nothing about the record
 */
export const RECORD_STATUSES = [
  'ok',
  'missing',
  'wrong',
  'duplicate',
  'tooManyLookups',
  'tooManyVoidLookups',
  'unreachable',
] as const

export const DMARC_POLICIES = ['none', 'quarantine', 'reject'] as const

export const LOCAL_PART_DEFAULT = 'feedback'
export const RETURN_PATH_LABEL = 'bounce'

export const MESSAGE_SOURCE_MAX_CHARACTERS = 65_536
