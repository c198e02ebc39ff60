import { z } from 'zod'
import { Id, PageQuery, SortKey, Text, Timestamp } from '../fields/schema'

export const Channel = z.enum(['email', 'sms'])
export type Channel = z.infer<typeof Channel>

export const CapturedMessage = z.object({
  id: Id,
  channel: Channel,
  sender: z.string(),
  recipient: z.string(),
  subject: z.string().nullable(),
  preview: z.string().describe('The start of the text.'),
  createdAt: Timestamp,
})
export type CapturedMessage = z.infer<typeof CapturedMessage>

export const CapturedMessageDetail = CapturedMessage.omit({ preview: true }).extend({
  text: z.string(),
  html: z.string().nullable(),
  headers: z.record(z.string(), z.string()),
})
export type CapturedMessageDetail = z.infer<typeof CapturedMessageDetail>

export const ListCapturedMessages = PageQuery.extend({
  channel: Channel.exactOptional(),
  search: Text(200).trim().exactOptional(),
  sort: SortKey(['created', 'recipient']),
})
export type ListCapturedMessages = z.infer<typeof ListCapturedMessages>

export const TextFaultCode = z.enum([
  'unknownPlaceholder',
  'needsFallback',
  'nothingToLink',
  'saysNothing',
  'reviewLinksByScore',
])
