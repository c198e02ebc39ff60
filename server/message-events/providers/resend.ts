import { z } from 'zod'
import type { NewMessageEvent } from '../schema'
import {
  type ElementReader,
  findStatusCode,
  isPrefetch,
  OptionalText,
  PASSTHROUGH_KEY,
  type ProviderBatch,
  parseElements,
  readTime,
} from './parse-elements'
import { withoutType } from './ses'

/* https://resend.com/docs/webhooks/event-types */

const Tags = z.union([z.record(z.string(), z.string()), z.array(z.object({ name: z.string(), value: z.string() }))])

const ResendEvent = z.object({
  type: z.string(),
  created_at: OptionalText,
  data: z.object({
    email_id: OptionalText,
    message_id: OptionalText,
    to: z.union([z.string(), z.array(z.string())]).nullish(),
    headers: z.array(z.object({ name: z.string(), value: z.string() })).nullish(),
    tags: Tags.nullish(),
    bounce: z
      .object({
        type: OptionalText,
        subType: OptionalText,
        message: OptionalText,
        diagnosticCode: z.union([z.string(), z.array(z.string())]).nullish(),
      })
      .nullish(),
    failed: z.object({ reason: OptionalText }).nullish(),
    suppressed: z.object({ message: OptionalText, type: OptionalText }).nullish(),
    open: z.object({ userAgent: OptionalText }).nullish(),
  }),
})
type ResendEvent = z.infer<typeof ResendEvent>

export function parseResendEvent(body: unknown, receivedAt: Date): ProviderBatch {
  return parseElements([body], READER, receivedAt)
}

const READER: ElementReader<ResendEvent> = {
  schema: ResendEvent,
  toEvent: (element, receivedAt) => {
    const event = describe(element)
    if (!event) return null
    const { data, created_at: createdAt } = element
    const findHeader = (name: string) => data.headers?.find((header) => header.name.toLowerCase() === name)?.value
    const tags = Array.isArray(data.tags) ? new Map(data.tags.map((tag) => [tag.name, tag.value])) : undefined
    const tag = tags ? tags.get(PASSTHROUGH_KEY) : (data.tags as Record<string, string> | undefined)?.[PASSTHROUGH_KEY]
    return {
      token: findHeader('x-feedback-message-id') ?? tag,
      messageIds: [data.message_id ?? [], findHeader('message-id') ?? []].flat(),
      recipient: [data.to ?? []].flat()[0],
      event: {
        ...event,
        provider: 'resend',
        occurredAt: readTime(createdAt, receivedAt),
        dedupeKey: `resend ${element.type} ${data.email_id ?? ''} ${createdAt ?? ''}`,
      },
    }
  },
}

type Described = Pick<NewMessageEvent, 'kind' | 'bounceType' | 'code' | 'words' | 'isMachine'>

function describe({ type, data }: ResendEvent): Described | null {
  switch (type) {
    case 'email.bounced':
      return describeBounce(data.bounce ?? {})
    case 'email.suppressed':
      return { kind: 'rejected', words: data.suppressed?.message ?? data.suppressed?.type }
    case 'email.complained':
      return { kind: 'complained' }
    case 'email.delivered':
      return { kind: 'delivered' }
    case 'email.delivery_delayed':
      return { kind: 'deferred' }
    case 'email.opened':
      return { kind: 'opened', isMachine: isPrefetch(data.open?.userAgent) }
    case 'email.clicked':
      return { kind: 'clicked' }
    case 'email.failed':
      return { kind: 'rejected', words: data.failed?.reason }
    default:
      return null
  }
}

function describeBounce({
  type,
  subType,
  message,
  diagnosticCode,
}: NonNullable<ResendEvent['data']['bounce']>): Described {
  const diagnostic = [diagnosticCode ?? []].flat()[0]
  return {
    kind: 'bounced',
    bounceType: type === 'Permanent' ? 'hard' : 'soft',
    code: findStatusCode(diagnostic, message),
    words: withoutType(diagnostic) ?? message ?? `${type ?? ''} ${subType ?? ''}`,
  }
}
