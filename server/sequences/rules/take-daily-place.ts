import { Temporal } from 'temporal-polyfill'
import type { Prisma } from '../../db'
import { castReason, makeReason } from '../../messaging/outcome/reasons'
import type { Reason } from '../../messaging/outcome/schema'
import type { BatchContext } from '../sending/batch-context'
import { checkQuietHours, resolveTimeZone } from '../sending/decide-step'
import type { InMemorySending, StepRef } from '../sending/in-memory-sending'
import { toOrganizationDay } from './organization-day'
import type { SequenceRules } from './schema'
import { deferToSendingWindow } from './sending-window'

/**
 * Takes a place under the daily cap of the sequence for a message that is about to leave. A repeated attempt, and a message that waited for
 * its day, have one already.
 * @returns if its place is on a later day, when that begins
 */
export function takeDailyPlace(
  context: BatchContext,
  sendingInMemory: InMemorySending,
  { sendingStepId }: StepRef,
): { until: Date; reason: Reason } | null {
  const { sequenceId } = sendingInMemory.sending
  const rules = sequenceId === null ? undefined : context.rules.get(sequenceId)
  if (sequenceId === null || !rules?.dailyCap) return null
  const today = toOrganizationDay(context.organization)
  const row = sendingInMemory.stepRows.find(({ id }) => id === sendingStepId)
  if (row?.firstTriedAt) return null
  const reserved = readReservation(row)
  if (reserved && reserved.day >= today) return reserved.day === today ? null : reserved
  const day = context.dailyPlaces.take(sequenceId, rules, today)
  if (day === today) return null
  const until = findDayStart(context, sendingInMemory, day, rules)
  return { until, reason: makeReason('dailyCap', { until: until.toISOString(), limit: String(rules.dailyCap), day }) }
}

/** The day of a message that waits for one. */
function readReservation(row: { reason: Prisma.JsonValue } | undefined) {
  const reason = castReason(row?.reason ?? null)
  if (reason?.code !== 'dailyCap') return null
  return { day: reason.values.day ?? '', until: new Date(reason.values.until ?? 0), reason }
}

/** When messages leave on a day at the earliest, by the sending window and the quiet hours. */
function findDayStart(
  context: BatchContext,
  { sending, contact }: InMemorySending,
  day: string,
  rules: SequenceRules,
): Date {
  const { timeZone } = context.organization
  const start = new Date(Temporal.PlainDate.from(day).toZonedDateTime(timeZone).epochMilliseconds)
  const locationId = sending.locationId ?? contact?.locationId ?? null
  const inWindow = deferToSendingWindow(start, rules, resolveTimeZone(context, locationId))
  return checkQuietHours(context, locationId, inWindow)?.until ?? inWindow
}

/** Gives the place of today back, because the message does not leave after all. */
export function giveDailyPlaceBack(
  context: BatchContext,
  { sending, stepRows }: InMemorySending,
  { sendingStepId }: StepRef,
): void {
  const { sequenceId } = sending
  const isRepeated = stepRows.some(({ id, firstTriedAt }) => id === sendingStepId && firstTriedAt !== null)
  if (isRepeated || sequenceId === null || !context.rules.get(sequenceId)?.dailyCap) return
  context.dailyPlaces.giveBack(sequenceId, toOrganizationDay(context.organization))
}
