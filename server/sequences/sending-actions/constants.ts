/* Plain values that browsers load too. */

/**
 * - `pause`: nothing leaves until it is resumed
 * - `resume`: goes on where it was; a wait takes as long as was left of it
 * - `skipWait`: the next step is due now
 * - `skipStep`: the next step is left out, and the delay of the one after it begins
 * - `cancel`: what has not left is not sent
 */
export const SENDING_ACTIONS = ['pause', 'resume', 'skipWait', 'skipStep', 'cancel'] as const
export type SendingActionType = (typeof SENDING_ACTIONS)[number]

export const AUDIT_ACTION_BY_TYPE = {
  pause: 'sendings.paused',
  resume: 'sendings.resumed',
  skipWait: 'sendings.wait_skipped',
  skipStep: 'sendings.step_skipped',
  cancel: 'sendings.cancelled',
} as const satisfies Record<SendingActionType, string>

/** Sendings that one request can list; more are selected by a filter. */
export const LISTED_SENDINGS_MAX = 100

/** Sendings of one action on a filter. */
export const SENDING_ACTION_MAX = 250_000
