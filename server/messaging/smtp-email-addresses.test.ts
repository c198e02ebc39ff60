import { type AddressInfo, connect, createServer, type Server } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Mailbox, openMailbox } from '../testing/servers/mailbox'
import { Email } from '../validation/schema'
import { createSmtpSender } from './smtp'

let mailbox: Mailbox
/** A proxy in front of the mailbox that records the raw SMTP commands. */
let wire: Server
let commands = ''

beforeAll(async () => {
  mailbox = await openMailbox()
  wire = createServer((socket) => {
    const onward = connect(mailbox.port, '127.0.0.1')
    socket.on('data', (chunk) => {
      commands += chunk.toString('utf8')
    })
    socket.pipe(onward).pipe(socket)
    socket.on('error', () => onward.destroy())
    onward.on('error', () => socket.destroy())
  })
  await new Promise<void>((resolve) => {
    wire.listen(0, '127.0.0.1', resolve)
  })
})
afterAll(async () => {
  await mailbox.close()
  wire.close()
})

it.each([
  ["o'brien@example.ie", "o'brien@example.ie"],
  ['tag=1/2?#!$%&*+-^_{|}~`@example.com', 'tag=1/2?#!$%&*+-^_{|}~`@example.com'],
  ['ada@münchen.example', 'ada@xn--mnchen-3ya.example'],
])('a message to %s reaches its mailbox, and no other', async (input, address) => {
  commands = ''
  const deliver = createSmtpSender(`smtp://127.0.0.1:${(wire.address() as AddressInfo).port}`, 10_000)
  const before = mailbox.received.length
  const outcome = await deliver({
    channel: 'email',
    from: { name: 'Café', address: 'feedback@exämple.com' },
    to: { name: 'Ada, "the" <first>', address: Email.parse(input) },
    subject: 'Hello',
    text: 'Hello',
    html: '<p>Hello</p>',
    messageId: '<1@example.com>',
    headers: {},
  })
  expect(outcome).toEqual({ state: 'accepted' })
  expect(commands).toContain(`RCPT TO:<${address}>\r\n`)
  expect(commands).toContain('MAIL FROM:<feedback@xn--exmple-cua.com>')
  const [mail, ...more] = mailbox.received.slice(before)
  expect(more).toEqual([])
  expect(mail?.mail.to).toEqual([{ name: 'Ada, "the" <first>', address }])
})
