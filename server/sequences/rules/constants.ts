/* Constants of the rules of a sequence. No server dependencies: browsers load this file. */

export const DAILY_CAP_MAX = 1_000_000

export const DAY_MINUTES = 24 * 60
