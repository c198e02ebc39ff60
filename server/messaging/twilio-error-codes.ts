import type { SmsFailureCause } from './sms-failure-causes'

/** Of responses, and from 30001 of reports about messages that were accepted. https://www.twilio.com/docs/api/errors */
const CODES_BY_CAUSE: Partial<Record<SmsFailureCause, readonly number[]>> = {
  number: [21211, 21265, 21266, 21604, 30005],
  unreachable: [21612, 21614, 21635, 30006],
  optedOut: [21610],
  region: [21408],
  sender: [21212, 21603, 21606, 21659, 21660, 21661, 21701, 21703, 21704, 21705],
  trial: [21608, 572_005],
  credentials: [20003, 20404],
  account: [10001, 20005, 30002],
  switchedOff: [30003],
  blocked: [30004],
  filtered: [30007],
  noReason: [30008, 30410],
  registration: [30032, 30034, 30035, 30040, 30041, 30042],
  senderLimit: [30001, 30022, 30023, 30027, 63038],
  expired: [30036],
  fraud: [30450],
}
const CAUSE_BY_CODE = new Map(
  Object.entries(CODES_BY_CAUSE).flatMap(([cause, codes]) =>
    codes.map((code) => [code, cause as SmsFailureCause] as const),
  ),
)

/** Codes may change: only wording, retries and who is at fault may depend on them. */
export function findTwilioFailureCause(code: number): SmsFailureCause | undefined {
  return CAUSE_BY_CODE.get(code)
}
