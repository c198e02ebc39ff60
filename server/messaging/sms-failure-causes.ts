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
  'switchedOff',
  'blocked',
  'filtered',
  'noReason',
  'registration',
  'senderLimit',
  'expired',
  'fraud',
] as const
export type SmsFailureCause = (typeof SMS_FAILURE_CAUSES)[number]
