/* Constants of previews and tests. No server dependencies: browsers load this file. */

/** At most as many messages per test, and per user and hour. */
export const TEST_MESSAGES_MAX = 20
