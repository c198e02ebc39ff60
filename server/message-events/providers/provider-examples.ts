import { createHmac, createSign, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { buildStringToSign, type SnsMessage } from '../intake/sns'

/*
 * Events as the providers' documentation shows them, with the ids of the message replaced, and requests signed as the providers do.
 * @property token the signed id that went out with the message
 */

export type ExampleMessage = { token: string; messageId: string; email: string; at: Date }

const iso = (at: Date) => at.toISOString()
const unix = (at: Date) => Math.floor(at.getTime() / 1000)

/** https://docs.aws.amazon.com/ses/latest/dg/event-publishing-retrieving-sns-examples.html */
export function sesEvent(eventType: string, { token, email, at }: ExampleMessage, data: object = {}) {
  const mail = {
    timestamp: iso(at),
    source: 'Sender Name <sender@example.com>',
    sourceArn: 'arn:aws:ses:us-east-1:123456789012:identity/sender@example.com',
    sendingAccountId: '123456789012',
    messageId: 'EXAMPLE7c191be45-e9aedb9a-02f9-4d12-a87d-dd0099a07f8a-000000',
    destination: [email],
    headersTruncated: false,
    headers: [
      { name: 'From', value: 'Sender Name <sender@example.com>' },
      { name: 'To', value: email },
    ],
    commonHeaders: { from: ['Sender Name <sender@example.com>'], to: [email] },
    tags: { 'ses:configuration-set': ['ConfigSet'], 'ses:source-ip': ['192.0.2.0'], feedback_id: [token] },
  }
  return { eventType, mail, ...data }
}

export const sesBounce = (message: ExampleMessage, bounceType = 'Permanent', status = '5.1.1') =>
  sesEvent('Bounce', message, {
    bounce: {
      bounceType,
      bounceSubType: 'General',
      bouncedRecipients: [
        {
          emailAddress: message.email,
          action: 'failed',
          status,
          diagnosticCode: `smtp; 550 ${status} user unknown`,
        },
      ],
      timestamp: iso(message.at),
      feedbackId: '01000157c44f053b-61b59c11-9236-11e6-8f96-7be8aexample-000000',
      reportingMTA: 'dsn; mta.example.com',
    },
  })

export const sesComplaint = (message: ExampleMessage) =>
  sesEvent('Complaint', message, {
    complaint: {
      complainedRecipients: [{ emailAddress: message.email }],
      timestamp: iso(message.at),
      feedbackId: '01000157c44f053b-61b59c11-9236-11e6-8f96-7be8aexample-000001',
      userAgent: 'Amazon SES Mailbox Simulator',
      complaintFeedbackType: 'abuse',
      arrivalDate: iso(message.at),
    },
  })

/** https://postmarkapp.com/developer/webhooks/bounce-webhook */
export const postmarkBounce = ({ token, email, at }: ExampleMessage, Type = 'HardBounce') => ({
  RecordType: 'Bounce',
  MessageStream: 'outbound',
  ID: 4_323_372_036_854_775,
  Type,
  TypeCode: 1,
  Name: 'Hard bounce',
  Tag: 'Test',
  MessageID: '883953f4-6105-42a2-a16a-77a8eac79483',
  Metadata: { feedback_id: token },
  ServerID: 23,
  Description: 'The server was unable to deliver your message (ex: unknown user, mailbox not found).',
  Details: 'smtp;550 5.1.1 The email account that you tried to reach does not exist.',
  Email: email,
  From: 'sender@example.com',
  BouncedAt: iso(at),
  DumpAvailable: true,
  Inactive: true,
  CanActivate: true,
  Subject: 'Test subject',
})

/** https://resend.com/docs/webhooks/emails/bounced */
export const resendBounce = ({ messageId, email, at }: ExampleMessage, type = 'Permanent') => ({
  type: 'email.bounced',
  created_at: iso(at),
  data: {
    created_at: iso(at),
    email_id: '56761188-7520-42d8-8898-ff6fc54ce618',
    message_id: messageId,
    from: 'Acme <onboarding@resend.dev>',
    to: [email],
    subject: 'Sending this example',
    bounce: {
      message: 'The recipient’s email address is on the suppression list.',
      diagnosticCode: ['smtp; 550 5.1.1 user unknown'],
      subType: 'Suppressed',
      type,
    },
    tags: { category: 'confirm_email' },
  },
})

/** https://documentation.mailgun.com/docs/mailgun/user-manual/events/event-structure */
export const mailgunFailure = (
  { token, messageId, email, at }: ExampleMessage,
  severity = 'permanent',
  reason = 'bounce',
) => ({
  event: 'failed',
  id: 'G9Bn5sl1TC6nu79C8C0bwg',
  timestamp: at.getTime() / 1000,
  'log-level': 'error',
  severity,
  reason,
  'delivery-status': {
    'attempt-no': 1,
    message: '',
    code: 550,
    'enhanced-code': '5.1.1',
    description: 'Mailbox does not exist',
    'session-seconds': 0,
  },
  flags: { 'is-routed': false, 'is-authenticated': true, 'is-system-test': false, 'is-test-mode': false },
  message: {
    headers: { to: email, 'message-id': messageId.replace(/[<>]/g, ''), from: 'sender@example.com', subject: 'Test' },
    attachments: [],
    size: 111,
  },
  recipient: email,
  'recipient-domain': 'example.com',
  tags: [],
  'user-variables': { feedback_id: token },
})

/** https://www.twilio.com/docs/sendgrid/for-developers/tracking-events/event */
export const sendGridBounce = ({ token, email, at }: ExampleMessage, type = 'bounce') => ({
  email,
  timestamp: unix(at),
  'smtp-id': '<14c5d75ce93.dfd.64b469@ismtpd-555>',
  event: 'bounce',
  category: ['cat facts'],
  sg_event_id: '6g4ZI7SA-xmRDv57GoPIPw==',
  sg_message_id: '14c5d75ce93.dfd.64b469.filter0001.16648.5515E0B88.0',
  bounce_classification: type === 'bounce' ? 'Invalid Address' : 'Reputation',
  reason: '550 5.1.1 user unknown',
  status: '5.1.1',
  type,
  feedback_id: token,
})

/** https://developers.brevo.com/docs/transactional-webhooks */
export const brevoBounce = ({ token, email, at }: ExampleMessage, event = 'hard_bounce') => ({
  event,
  email,
  id: 26224,
  date: '2026-01-01 00:00:00',
  ts: unix(at),
  'message-id': '<201798300811.5787683@relay.domain.com>',
  ts_event: unix(at),
  subject: 'Subject line',
  'X-Mailin-custom': token,
  template_id: 22,
  tags: ['transac_messages'],
  reason: '550 5.1.1 user unknown',
})

export const genericBounce = ({ token, at }: ExampleMessage, bounceType = 'hard') => ({
  id: 'event-1',
  kind: 'bounced',
  bounceType,
  feedbackId: token,
  code: '5.1.1',
  words: '550 5.1.1 user unknown',
  occurredAt: iso(at),
})

export type SignedExample = { body: string; headers: Record<string, string> }

export function signAsSvix(body: string, secret: string, at: Date, id = 'msg_p5jXN8AQM9LWM0D4loKWxJek'): SignedExample {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const signature = createHmac('sha256', key)
    .update(`${id}.${unix(at)}.${body}`)
    .digest('base64')
  const headers = { 'svix-id': id, 'svix-timestamp': String(unix(at)), 'svix-signature': `v1,${signature}` }
  return { body, headers }
}

export function signAsMailgun(event: object, secret: string, at: Date): SignedExample {
  const [timestamp, token] = [String(unix(at)), 'a8ce0edb2dd8301dee6c2405235584e45aa91d1e9f979f3de0']
  const signature = createHmac('sha256', secret)
    .update(timestamp + token)
    .digest('hex')
  return { body: JSON.stringify({ signature: { timestamp, token, signature }, 'event-data': event }), headers: {} }
}

export function makeSendGridKeys(): { publicKey: string; privateKey: KeyObject } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  return { publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'), privateKey }
}

export function signAsSendGrid(body: string, privateKey: KeyObject, at: Date): SignedExample {
  const timestamp = String(unix(at))
  const signature = createSign('sha256')
    .update(timestamp + body)
    .sign(privateKey)
    .toString('base64')
  return {
    body,
    headers: {
      'x-twilio-email-event-webhook-signature': signature,
      'x-twilio-email-event-webhook-timestamp': timestamp,
    },
  }
}

export function signGeneric(body: string, secret: string, at: Date): SignedExample {
  const signature = createHmac('sha256', secret)
    .update(`${unix(at)}.${body}`)
    .digest('hex')
  return { body, headers: { 'x-feedback-signature': `t=${unix(at)},v1=${signature}` } }
}

/** A message of Amazon SNS, as its documentation shows it. https://docs.aws.amazon.com/sns/latest/dg/http-notification-json.html */
export function signAsSns(
  message: Omit<SnsMessage, 'Signature' | 'MessageId' | 'SignatureVersion'>,
  key: string,
  SignatureVersion: '1' | '2' = '2',
): SnsMessage {
  const unsigned = { ...message, MessageId: '22b80b92-fdea-4c2c-8f9d-bdfb0c7bf324', SignatureVersion, Signature: '' }
  const algorithm = SignatureVersion === '1' ? 'sha1' : 'sha256'
  return { ...unsigned, Signature: createSign(algorithm).update(buildStringToSign(unsigned)).sign(key, 'base64') }
}
