import { REPLAYABLE_OUTCOMES, TRIGGER_OUTCOMES } from '@/server/sequences/trigger-addresses/constants'
import type { TriggerOutcome } from '@/server/sequences/trigger-addresses/schema'

export function parseOutcome(text: string | undefined): TriggerOutcome | undefined {
  return TRIGGER_OUTCOMES.find((outcome) => outcome === text)
}

/** Whether all requests with an outcome may be sent again at once. */
export function isReplayable(outcome: TriggerOutcome | undefined): boolean {
  return REPLAYABLE_OUTCOMES.some((one) => one === outcome)
}
