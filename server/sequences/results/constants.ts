/* Plain values that browsers load too. */

/**
 * What became of one step for one sending: the numbers of the results, and the filter `state` of the people of a sequence. A sending has
 * several of them at one step: what was delivered was sent. `RESULT_STATE_SQL` in `queries.ts` defines each.
 * - `waiting`: in progress, and this step is the next
 * - `sent`: left, or may have left
 * - `delivered`: accepted by the provider and not bounced, as in the response rate
 * - `bounced`: refused because of the recipient, at once or later
 * - `opened`: opened, clicked or answered; known only where openings are tracked
 * - `answered`: delivered, and the survey that it asked was answered, through this message or another one of the same sending
 * - `captured`: kept in the Outbox instead of being sent
 * - `skipped`: nothing was sent, with a reason
 * - `failed`: refused for another reason than the recipient, given up, or never confirmed; the last may have left
 * - `completed`: a wait is over
 */
export const RESULT_STATES = [
  'waiting',
  'sent',
  'delivered',
  'bounced',
  'opened',
  'answered',
  'captured',
  'skipped',
  'failed',
  'completed',
] as const

export type ResultState = (typeof RESULT_STATES)[number]

/** The states that a reason explains. */
export const STATES_WITH_REASON = ['skipped', 'failed'] as const satisfies readonly ResultState[]
