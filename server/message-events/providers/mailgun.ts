import { z } from 'zod'
import type { NewMessageEvent } from '../schema'
import {
  type ElementReader,
  findStatusCode,
  OptionalText,
  PASSTHROUGH_KEY,
  type ProviderBatch,
  parseElements,
  readTime,
} from './parse-elements'

/* https://documentation.mailgun.com/docs/mailgun/user-manual/events/webhooks */

const MailgunEvent = z.object({
  event: z.string(),
  id: OptionalText,
  timestamp: z.number().nullish(),
  severity: OptionalText,
  reason: OptionalText,
  recipient: OptionalText,
  'user-variables': z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())]).nullish(),
  message: z.object({ headers: z.object({ 'message-id': OptionalText }).nullish() }).nullish(),
  'delivery-status': z
    .object({
      code: z.union([z.number(), z.string()]).nullish(),
      'enhanced-code': OptionalText,
      message: OptionalText,
      description: OptionalText,
    })
    .nullish(),
  reject: z.object({ reason: OptionalText, description: OptionalText }).nullish(),
  'client-info': z.object({ bot: OptionalText }).nullish(),
})
type MailgunEvent = z.infer<typeof MailgunEvent>

export const MailgunSignature = z.object({ timestamp: z.string(), token: z.string(), signature: z.string() })

const MailgunBody = z.object({ 'event-data': z.unknown() })

export function parseMailgunEvent(body: unknown, receivedAt: Date): ProviderBatch {
  const event = MailgunBody.safeParse(body).data?.['event-data']
  return parseElements([event], READER, receivedAt)
}

const READER: ElementReader<MailgunEvent> = {
  schema: MailgunEvent,
  toEvent: (element, receivedAt) => {
    const event = describe(element)
    if (!event) return null
    const { id, timestamp, message, recipient, 'user-variables': variables } = element
    const token = Array.isArray(variables) ? undefined : variables?.[PASSTHROUGH_KEY]
    const messageId = message?.headers?.['message-id']
    return {
      token: typeof token === 'string' ? token : undefined,
      messageIds: messageId ? [messageId] : [],
      recipient: recipient ?? undefined,
      event: {
        ...event,
        provider: 'mailgun',
        occurredAt: readTime(timestamp, receivedAt),
        dedupeKey: `mailgun ${event.kind} ${id ?? timestamp ?? ''}`,
      },
    }
  },
}

type Described = Pick<NewMessageEvent, 'kind' | 'bounceType' | 'code' | 'words' | 'isMachine'>

function describe(element: MailgunEvent): Described | null {
  const { event, reject, 'client-info': client, 'delivery-status': status } = element
  const isMachine = Boolean(client?.bot)
  switch (event) {
    case 'failed':
      return describeFailure(element)
    case 'rejected':
      return { kind: 'rejected', words: reject?.description || reject?.reason }
    case 'delivered':
      return { kind: 'delivered', words: status?.message }
    case 'complained':
      return { kind: 'complained' }
    case 'unsubscribed':
      return { kind: 'unsubscribed' }
    case 'opened':
      return { kind: 'opened', isMachine }
    case 'clicked':
      return { kind: 'clicked', isMachine }
    default:
      return null
  }
}

/** Refusals of its own suppression list that are not about a bounce: the recipient complained or unsubscribed before. */
const REJECTED_REASONS = ['suppress-complaint', 'suppress-unsubscribe']

function readFailureStatus(status: MailgunEvent['delivery-status'], reason: MailgunEvent['reason']) {
  const words = status?.message || status?.description || reason
  return { words, code: status?.['enhanced-code'] || findStatusCode(words) || String(status?.code ?? '') || null }
}

function describeFailure({ severity, reason, 'delivery-status': status }: MailgunEvent): Described {
  const { words, code } = readFailureStatus(status, reason)
  if (severity === 'temporary') return { kind: 'deferred', code, words }
  if (REJECTED_REASONS.includes(reason ?? '')) return { kind: 'rejected', code, words }
  // `bounce` and `suppress-bounce`: the recipient's server refused the address. `generic`, `old` and others: gave up.
  const isHard = reason === 'bounce' || reason === 'suppress-bounce'
  const isMailboxProblem = code !== null && /^5\.(?:2|3|7)\./.test(code)
  return { kind: 'bounced', bounceType: isHard && !isMailboxProblem ? 'hard' : 'soft', code, words }
}
