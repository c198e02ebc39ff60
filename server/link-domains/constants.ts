/**
 * - `dns`: the name leads to the service
 * - `ownership`: a TXT record says which organization may use it
 * - `https`: the service answers at the name, with a valid certificate
 */
export const LINK_CHECK_KINDS = ['dns', 'ownership', 'https'] as const

/**
 * - `wrong`: another value than wanted, or another server's answer
 * - `usedElsewhere`: another organization of the service has verified the domain
 * - `waiting`: not tried before DNS is right
 * - `failed`: no answer over a valid connection
 * - `unreachable`: DNS did not answer, which proves nothing
 */
export const LINK_CHECK_STATUSES = [
  'ok',
  'missing',
  'wrong',
  'usedElsewhere',
  'waiting',
  'failed',
  'unreachable',
] as const

/** Where the service proves that it answers at a link domain. */
export const PROOF_PATH = '/.well-known/feedback-link-domain'
