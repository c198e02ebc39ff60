import type { SequenceRules } from '@/server/sequences/rules/schema'

/** As the service gives a sequence without any. */
export const NO_RULES: SequenceRules = {
  stopsOnAnswer: false,
  stopsOnOptOut: false,
  stopTag: null,
  stopOutsideSegmentId: null,
  lastDay: null,
  sendDays: [],
  sendFrom: null,
  sendUntil: null,
  dailyCap: null,
}
