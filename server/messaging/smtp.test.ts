import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { certificateFor } from '../testing/servers/certificates'
import { openMailbox } from '../testing/servers/mailbox'
import type { EmailMessage } from './message'
import { createSmtpSender } from './smtp'

/** This machine, by an address that is not recognized as loopback. */
const ELSEWHERE = '0.0.0.0'
const NO_TLS: SMTPServerOptions = { disabledCommands: ['STARTTLS'] }

const opened: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of opened.splice(0)) await close()
})

/** An SMTP server that requires authentication and records the logins. */
async function aMailServer(options: SMTPServerOptions) {
  const logins: { password: unknown; isSecure: boolean }[] = []
  let received = 0
  const server = new SMTPServer({
    logger: false,
    closeTimeout: 100,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, session, callback) => {
      logins.push({ password, isSecure: session.secure })
      callback(null, { user: username })
    },
    onData: (stream, _session, callback) => {
      stream.resume().on('end', () => {
        received += 1
        callback()
      })
    },
    ...options,
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => {
    server.listen(0, '0.0.0.0', resolve)
  })
  opened.push(() => new Promise((resolve) => server.close(() => resolve())))
  const { port } = server.server.address() as AddressInfo
  return { port, logins, received: () => received }
}

const message: EmailMessage = {
  channel: 'email',
  from: { name: 'A', address: 'a@example.com' },
  to: { name: 'B', address: 'b@example.com' },
  subject: 'Hello',
  text: 'Hello',
  html: '<p>Hello</p>',
  messageId: '<1@example.com>',
  headers: {},
}
const send = (url: string) => createSmtpSender(url, 10_000)(message)

describe('SMTP passwords', () => {
  it.each(['', '?ignoreTLS=true', '?opportunisticTLS=true'])(
    'never sends the SMTP password to a remote server without TLS, and says why (%s)',
    async (query) => {
      const server = await aMailServer(NO_TLS)
      const outcome = await send(`smtp://ada:secret@${ELSEWHERE}:${server.port}${query}`)
      expect(outcome).toMatchObject({
        state: 'postponed',
        words: expect.stringMatching(/^No secure connection .*the password was not sent .*Use smtps:\/\//),
      })
      expect(server.logins).toEqual([])
      expect(server.received()).toBe(0)
    },
  )

  it('never sends the SMTP password to a remote server with an untrusted certificate', async () => {
    const server = await aMailServer(await certificateFor(['mail.example.com']))
    expect(await send(`smtp://ada:secret@${ELSEWHERE}:${server.port}`)).toMatchObject({
      state: 'postponed',
      words: expect.stringContaining('the password was not sent'),
    })
    expect(server.logins).toEqual([])
  })

  it('sends the SMTP password over STARTTLS, even if the URL disables it', async () => {
    const server = await aMailServer(await certificateFor(['mail.example.com']))
    const url = `smtp://ada:secret@${ELSEWHERE}:${server.port}?ignoreTLS=true&tls.rejectUnauthorized=false`
    expect(await send(url)).toEqual({ state: 'accepted' })
    expect(server.logins).toEqual([{ password: 'secret', isSecure: true }])
  })

  it('sends the SMTP password without TLS to a server on this machine', async () => {
    const server = await aMailServer(NO_TLS)
    expect(await send(`smtp://ada:secret@127.0.0.1:${server.port}`)).toEqual({ state: 'accepted' })
    expect(server.logins).toEqual([{ password: 'secret', isSecure: false }])
  })

  it('requires no TLS for a mail server without a password', async () => {
    const server = await aMailServer({ ...NO_TLS, authOptional: true })
    expect(await send(`smtp://${ELSEWHERE}:${server.port}`)).toEqual({ state: 'accepted' })
  })
})

it('does not retry a message at once after a temporary refusal on a reused connection', async () => {
  const mailbox = await openMailbox()
  opened.push(() => mailbox.close())
  const deliver = createSmtpSender(mailbox.url, 10_000)
  expect(await deliver(message)).toEqual({ state: 'accepted' })
  mailbox.fault({ at: 'rcpt', code: 451, text: 'Greylisted, come back later' })
  expect(await deliver(message)).toEqual({ state: 'postponed', words: '451 Greylisted, come back later' })
  expect(mailbox.received).toHaveLength(1)
  expect(await deliver(message)).toEqual({ state: 'accepted' })
})

describe('a slow reply to the message text', () => {
  const MINUTE = 60_000

  async function aPendingReply() {
    const mailbox = await openMailbox()
    opened.push(() => mailbox.close())
    let answer = () => {}
    const isTextSent = new Promise<void>((resolve) => {
      mailbox.fault({
        at: 'data',
        get after() {
          resolve()
          return new Promise<void>((release) => {
            answer = release
          })
        },
      })
    })
    const outcome = createSmtpSender(mailbox.url, MINUTE, { replyTimeoutMs: 10 * MINUTE })(message)
    await isTextSent
    return { mailbox, outcome, answer }
  }

  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true }))
  afterEach(() => vi.useRealTimers())

  it('accepts a message whose mail server replies ten minutes after the text was sent', async () => {
    const { mailbox, outcome, answer } = await aPendingReply()
    vi.advanceTimersByTime(10 * MINUTE - 1000)
    answer()
    expect(await outcome).toEqual({ state: 'accepted' })
    expect(mailbox.received).toHaveLength(1)
  })

  it('marks a message as unconfirmed without a reply within ten minutes of its text', async () => {
    const { outcome } = await aPendingReply()
    vi.advanceTimersByTime(10 * MINUTE)
    expect(await outcome).toEqual({ state: 'unconfirmed', words: 'The mail server took too long.' })
  })
})
