import { createHmac } from 'node:crypto'
import { signPayload } from '../../webhooks/delivery/signature'

export const SIGNING_SECRET = 'whsec_dGhpcyBpcyBhIHRlc3Qgc2VjcmV0IG9mIDMyIGJ5dGU='
const OLD_SECRET = 'whsec_bmVpdGhlciBsb25nIG5vciBzaG9ydCBlbm91Z2ghIQ=='
const SENT_AT = new Date('2026-03-01T09:30:00.000Z')
const NOW = SENT_AT.getTime() / 1000
const CONTACT = '[{"id":"0199b7d6-5b2a-7c3e-9f10-2a6b1c4d8e57","firstName":"Ada"}]'

type SignatureVector = {
  name: string
  why: string
  secret: string
  header: string
  body: string
  now: number
  genuine: boolean
}

type SignatureCase = {
  name: string
  why: string
  genuine: boolean
  body?: string
  receivedBody?: string
  secrets?: readonly string[]
  receiverSecret?: string
  now?: number
  header?: (header: string) => string
}

const GENUINE: readonly Omit<SignatureCase, 'genuine'>[] = [
  { name: 'a list of one object', why: 'This is what five kinds of event look like.' },
  {
    name: 'the bare object of step.completed',
    why: 'The signature covers the bytes, whatever their shape.',
    body: '{"event":"step.completed","status":"sent","email":"ada@example.com"}',
  },
  {
    name: 'letters beyond ASCII',
    why: 'The signature is computed over UTF-8.',
    body: '[{"firstName":"Zoé","comment":"Très bien, 谢谢, дякую 🎉","city":"Besançon"}]',
  },
  {
    name: 'escapes, line ends and spaces',
    why: 'Only the raw bytes fit: parsed and written again they would be others.',
    body: '[ {"text":"\\u00e9 \\/ \\n \\u0000", "score": 10.0 } ]\r\n',
  },
  {
    name: 'empty strings, empty lists and nulls',
    why: 'Nothing is left out before it is signed.',
    body: '[{"lastName":"","tags":[],"customFields":{},"phone":null}]',
  },
  { name: 'an empty body', why: 'The signed text is then the time and the dot.', body: '' },
  {
    name: 'two signatures, the receiver knows the new secret',
    why: 'During a rotation one signature that fits is enough.',
    secrets: [SIGNING_SECRET, OLD_SECRET],
  },
  {
    name: 'two signatures, the receiver still has the old secret',
    why: 'During a rotation one signature that fits is enough, in whichever place.',
    secrets: [SIGNING_SECRET, OLD_SECRET],
    receiverSecret: OLD_SECRET,
  },
  {
    name: 'a signature of a later scheme beside ours',
    why: 'Parts with other names are left alone.',
    header: (header) => `${header},v2=abcdef`,
  },
  { name: 'spaces after the commas', why: 'They carry no meaning.', header: (header) => header.replace(',', ', ') },
  { name: 'exactly 300 seconds old', why: 'The window is 300 seconds, its edge included.', now: NOW + 300 },
  { name: 'exactly 300 seconds ahead', why: 'A clock may be slow as well as fast.', now: NOW - 300 },
]

const FORGED: readonly Omit<SignatureCase, 'genuine'>[] = [
  { name: 'another secret', why: 'The sender does not know the secret.', secrets: [OLD_SECRET] },
  {
    name: 'another body',
    why: 'The body was changed on the way.',
    receivedBody: CONTACT.replace('Ada', 'Eve'),
  },
  { name: 'a line end more', why: 'One byte more is another body.', receivedBody: `${CONTACT}\n` },
  {
    name: 'parsed and written again',
    why: 'Equal JSON is not the same bytes.',
    body: '[{"score": 10.0}]',
    receivedBody: '[{"score":10}]',
  },
  { name: '301 seconds old', why: 'It may be a recording that is played again.', now: NOW + 301 },
  { name: '301 seconds ahead', why: 'The window holds in both directions.', now: NOW - 301 },
  {
    name: 'a newer time with the old signature',
    why: 'The time is part of what is signed.',
    now: NOW + 3600,
    header: (header) => header.replace(`t=${NOW}`, `t=${NOW + 3600}`),
  },
  {
    name: 'the time in milliseconds',
    why: 'The time is in seconds.',
    header: () => `t=${NOW}000,v1=${hmac(`${NOW}000.${CONTACT}`)}`,
  },
  {
    name: 'a time that is no number',
    why: 'There is nothing to compare.',
    header: () => `t=now,v1=${hmac(`now.${CONTACT}`)}`,
  },
  { name: 'no time', why: 'Without a time it could be of any age.', header: (header) => header.replace(/t=\d+,/, '') },
  { name: 'no signature', why: 'There is nothing to compare.', header: () => `t=${NOW}` },
  { name: 'an empty signature', why: 'Nothing is not a signature.', header: () => `t=${NOW},v1=` },
  { name: 'half a signature', why: 'A prefix is not the whole.', header: (header) => header.slice(0, -32) },
  {
    name: 'a signature with something behind it',
    why: 'It has to be the same, not to begin the same.',
    header: (header) => `${header}00`,
  },
  { name: 'letters that are no hex', why: 'They fit nothing.', header: () => `t=${NOW},v1=${'é'.repeat(64)}` },
  {
    name: 'the right signature under another name',
    why: 'Only v1 counts.',
    header: (header) => header.replace('v1=', 'v0='),
  },
  { name: 'an empty header', why: 'It is not signed.', header: () => '' },
  { name: 'words', why: 'It is not a signature header.', header: () => 'Bearer of good news' },
  {
    name: 'the secret decoded before use',
    why: 'The key is the whole secret as it was given, whsec_ included.',
    header: () =>
      `t=${NOW},v1=${hmac(`${NOW}.${CONTACT}`, Buffer.from(SIGNING_SECRET.slice('whsec_'.length), 'base64'))}`,
  },
]

/** Genuine and forged deliveries, which every example receiver must judge alike. */
export const SIGNATURE_VECTORS: SignatureVector[] = [
  ...GENUINE.map((one) => buildVector({ ...one, genuine: true })),
  ...FORGED.map((one) => buildVector({ ...one, genuine: false })),
]

function buildVector({ name, why, genuine, ...more }: SignatureCase): SignatureVector {
  const body = more.body ?? CONTACT
  const header = signPayload(body, more.secrets ?? [SIGNING_SECRET], SENT_AT)
  return {
    name,
    why,
    genuine,
    secret: more.receiverSecret ?? SIGNING_SECRET,
    now: more.now ?? NOW,
    header: more.header?.(header) ?? header,
    body: more.receivedBody ?? body,
  }
}

function hmac(text: string, key: string | Buffer = SIGNING_SECRET): string {
  return createHmac('sha256', key).update(text).digest('hex')
}
