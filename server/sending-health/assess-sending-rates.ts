import { SENDING_PROBLEMS, SENDING_RATE_LIMITS, type SendingProblem, type SendingRateLimit } from './constants'

/** Message units of some days. `sent` were accepted or bounced. */
export type RateCounts = { sent: number; bounced: number; complained: number }

/** @property problem the worst one; null if the state is good */
export type SendingAssessment = { state: 'good' | 'warning' | 'stop'; problem: SendingProblem | null }

/** Compares bounces and complaints with SENDING_RATE_LIMITS. A complaint counts against the messages sent in the same days. */
export function assessSendingRates({ sent, bounced, complained }: RateCounts): SendingAssessment {
  const counts: Record<SendingProblem, number> = { complaints: complained, bounces: bounced }
  const exceeds = (count: number, { rate, minCount }: SendingRateLimit) => count >= minCount && count >= sent * rate
  for (const state of ['stop', 'warning'] as const)
    for (const problem of SENDING_PROBLEMS)
      if (exceeds(counts[problem], SENDING_RATE_LIMITS[problem][state])) return { state, problem }
  return { state: 'good', problem: null }
}
