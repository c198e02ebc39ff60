import { z } from 'zod'
import { Reason } from '../../messaging/outcome/schema'
import { Timestamp } from '../../validation/schema'

/** What a contact would get now; a reason says why not. */
export const ContactReachability = z.object({
  email: Reason.nullable(),
  sms: Reason.nullable(),
  survey: Reason.nullable().describe('Why a survey would not be sent right now, if nothing else speaks against it.'),
  optedOutAt: Timestamp.nullable().describe('When the person opted out themselves.'),
  smsOptedOutAt: Timestamp.nullable().describe('When the person answered STOP to a text message.'),
  unsubscription: z
    .object({ at: Timestamp, by: z.string().nullable() })
    .nullable()
    .describe('By the organization, if it is known.'),
  bouncedAt: Timestamp.nullable(),
  lastSurveyedAt: Timestamp.nullable(),
  lastAnsweredAt: Timestamp.nullable(),
})
export type ContactReachability = z.infer<typeof ContactReachability>
