import { z } from 'zod'
import { Id, PageQuery, sortParameterSchema, Timestamp, textSchema } from '../validation/schema'

export const MessageChannel = z.enum(['email', 'sms'])
export type MessageChannel = z.infer<typeof MessageChannel>

export const OutboxMessage = z.object({
  id: Id,
  channel: MessageChannel,
  sender: z.string(),
  recipient: z.string(),
  subject: z.string().nullable(),
  preview: z.string().describe('The start of the text.'),
  createdAt: Timestamp,
})
export type OutboxMessage = z.infer<typeof OutboxMessage>

export const OutboxMessageDetail = OutboxMessage.omit({ preview: true }).extend({
  text: z.string(),
  html: z.string().nullable(),
  headers: z.record(z.string(), z.string()),
})
export type OutboxMessageDetail = z.infer<typeof OutboxMessageDetail>

export const ListOutboxMessages = PageQuery.extend({
  channel: MessageChannel.exactOptional(),
  search: textSchema(200).trim().exactOptional(),
  sort: sortParameterSchema(['created', 'recipient']),
})
export type ListOutboxMessages = z.infer<typeof ListOutboxMessages>

export const TemplateErrorCode = z.enum([
  'unknownPlaceholder',
  'needsFallback',
  'propertyNeedsFallback',
  'nothingToLink',
  'saysNothing',
  'reviewLinksByScore',
])
