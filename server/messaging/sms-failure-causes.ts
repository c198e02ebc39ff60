/* No server dependencies: browsers load this file. */

export const SMS_FAILURE_CAUSES = [
  'number',
  'unreachable',
  'optedOut',
  'region',
  'sender',
  'trial',
  'credentials',
  'account',
  'busy',
  'noConnection',
  'noAnswer',
  'failure',
] as const
export type SmsFailureCause = (typeof SMS_FAILURE_CAUSES)[number]
