import { z } from 'zod'
import { localizableMessage } from '../../messages/localizable-message'
import { Id, requiredTextSchema } from '../../validation/schema'
import { DAILY_CAP_MAX, DAY_MINUTES } from './constants'

const minutes = localizableMessage('sequence.minutes')
const Minutes = z.number(minutes).int(minutes).min(0, minutes).max(DAY_MINUTES, minutes)
const cap = localizableMessage('value.whole', { from: 1, to: DAILY_CAP_MAX })

/** When people leave a sequence before its end, and when its messages leave. They count for everyone in it, from the moment they are saved. */
export const SequenceRules = z
  .object({
    stopsOnAnswer: z.boolean().default(false).describe('People who answered a survey of the run get nothing more.'),
    stopsOnOptOut: z
      .boolean()
      .default(false)
      .describe('The run of people who unsubscribed ends; otherwise each message is skipped, and webhook steps go on.'),
    stopTag: requiredTextSchema(50).nullable().default(null).describe('The run of people with this tag ends.'),
    stopOutsideSegmentId: Id.nullable().default(null).describe('The run of people who are not in this segment ends.'),
    lastDay: z.iso
      .date(localizableMessage('value.date'))
      .nullable()
      .default(null)
      .describe('Steps run up to the end of this day of the organization; after it all runs end.'),
    sendDays: z
      .array(z.number().int().min(1).max(7))
      .max(7)
      .default([])
      .describe('ISO weekdays on which messages leave, 1 for Monday. Empty: every day.'),
    sendFrom: Minutes.nullable()
      .default(null)
      .describe('Messages leave from this time on: minutes after midnight, at the location of the contact.'),
    sendUntil: Minutes.nullable().default(null).describe('Messages leave before this time: minutes after midnight.'),
    dailyCap: z
      .number(cap)
      .int(cap)
      .min(1, cap)
      .max(DAILY_CAP_MAX, cap)
      .nullable()
      .default(null)
      .describe('At most so many messages on one day of the organization. Others leave on the next day with a place.'),
  })
  .superRefine(({ sendFrom, sendUntil }, context) => {
    if ((sendFrom ?? 0) >= (sendUntil ?? DAY_MINUTES))
      context.addIssue({ code: 'custom', path: ['sendUntil'], message: localizableMessage('sequence.sendUntil') })
  })
export type SequenceRules = z.infer<typeof SequenceRules>
