import { z } from 'zod'
import { Id, Timestamp, textSchema } from '../../validation/schema'
import { MAIL_EVENT_PROVIDERS } from './constants'

const SECRET_MAX_CHARACTERS = 1000

export const MailEventIntake = z.object({
  id: Id,
  provider: z.enum(MAIL_EVENT_PROVIDERS),
  address: z.string().describe('Where the provider sends its events.'),
  hasSecret: z.boolean().describe('False until the secret of the provider was entered.'),
  isConfirmed: z.boolean().describe('False until Amazon SNS has confirmed the topic; true for other providers.'),
  lastEventAt: Timestamp.nullable(),
  recordedCount: z.number().int(),
  unknownCount: z.number().int().describe('Events about messages that are not of this organization.'),
  refusedCount: z.number().int().describe('Requests without a valid signature, or that could not be read.'),
  createdAt: Timestamp,
})
export type MailEventIntake = z.infer<typeof MailEventIntake>

export const AddMailEventIntake = z.object({ provider: z.enum(MAIL_EVENT_PROVIDERS) })
export type AddMailEventIntake = z.infer<typeof AddMailEventIntake>

export const SetMailEventSecret = z.object({ id: Id, secret: textSchema(SECRET_MAX_CHARACTERS).trim().min(1) })
export type SetMailEventSecret = z.infer<typeof SetMailEventSecret>

export const MailEventSecret = z.object({ secret: z.string(), addressWithSecret: z.string() })

export const MailEventIntakeId = z.object({ id: Id })

export const RemovedMailEventIntake = z.object({ id: Id, deleted: z.literal(true) })
