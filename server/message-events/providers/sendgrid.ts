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
  toElements,
} from './parse-elements'

/* https://www.twilio.com/docs/sendgrid/for-developers/tracking-events/event */

const SendGridEvent = z.object({
  event: z.string(),
  email: OptionalText,
  timestamp: z.number().nullish(),
  sg_event_id: OptionalText,
  sg_message_id: OptionalText,
  'smtp-id': OptionalText,
  type: OptionalText,
  reason: OptionalText,
  status: OptionalText,
  response: OptionalText,
  bounce_classification: OptionalText,
  useragent: OptionalText,
  sg_machine_open: z.boolean().nullish(),
  [PASSTHROUGH_KEY]: OptionalText,
})
type SendGridEvent = z.infer<typeof SendGridEvent>

export function parseSendGridEvents(body: unknown, receivedAt: Date): ProviderBatch {
  return parseElements(toElements(body), READER, receivedAt)
}

const READER: ElementReader<SendGridEvent> = {
  schema: SendGridEvent,
  toEvent: (element, receivedAt) => {
    const event = describe(element)
    if (!event) return null
    const { timestamp, sg_event_id: id, sg_message_id: messageId, 'smtp-id': smtpId, email } = element
    return {
      token: element[PASSTHROUGH_KEY] ?? undefined,
      messageIds: smtpId ? [smtpId] : [],
      recipient: email ?? undefined,
      event: {
        ...event,
        provider: 'sendgrid',
        occurredAt: readTime(timestamp, receivedAt),
        dedupeKey: `sendgrid ${event.kind} ${id ?? `${messageId ?? ''} ${timestamp ?? ''}`}`,
      },
    }
  },
}

type Described = Pick<NewMessageEvent, 'kind' | 'bounceType' | 'code' | 'words' | 'isMachine'>

function describe(element: SendGridEvent): Described | null {
  const { event, reason, response, status, useragent } = element
  switch (event) {
    case 'bounce':
      return describeBounce(element)
    case 'dropped':
      return describeDrop(reason ?? '')
    case 'deferred':
      return { kind: 'deferred', code: status ?? findStatusCode(response), words: response ?? reason }
    case 'delivered':
      return { kind: 'delivered', words: response }
    case 'spamreport':
      return { kind: 'complained' }
    case 'unsubscribe':
    case 'group_unsubscribe':
      return { kind: 'unsubscribed' }
    case 'open':
      return { kind: 'opened', isMachine: element.sg_machine_open === true || isPrefetch(useragent) }
    case 'click':
      return { kind: 'clicked' }
    default:
      return null
  }
}

/** A bounce of type `blocked` is a refusal of the moment: SendGrid does not suppress the address. */
function describeBounce({ type, reason, status, bounce_classification: classification }: SendGridEvent): Described {
  const code = status ?? findStatusCode(reason)
  const isSoft = type === 'blocked' || (classification != null && classification !== 'Invalid Address')
  return { kind: 'bounced', bounceType: isSoft ? 'soft' : 'hard', code, words: reason ?? classification }
}

/** Not sent, because SendGrid has the address on a list. */
function describeDrop(reason: string): Described {
  return reason === 'Bounced Address' || reason === 'Invalid'
    ? { kind: 'bounced', bounceType: 'hard', words: reason }
    : { kind: 'rejected', words: reason }
}
