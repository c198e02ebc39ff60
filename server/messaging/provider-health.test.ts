import { describe, expect, it, vi } from 'vitest'
import { db } from '../db'
import { checkHealth } from '../health/health'
import { log } from '../log'
import { useFakeTwilio, useMailbox } from '../testing/environment'
import { createSendFunctionForMessage } from './channels'
import type { EmailMessage, Message } from './message'

const mailbox = await useMailbox()
const twilio = await useFakeTwilio()

const offer = (message: Message) => createSendFunctionForMessage(message)?.()
let count = 0
function anEmail(): EmailMessage {
  count += 1
  return {
    channel: 'email',
    from: { name: 'A', address: 'a@example.com' },
    to: { name: 'B', address: `b${count}@example.com` },
    subject: 'Hello',
    text: 'Hello',
    html: '<p>Hello</p>',
    messageId: `<${count}@example.com>`,
    headers: {},
  }
}

async function collectWarnings(work: () => Promise<void>) {
  const warn = vi.spyOn(log, 'warn')
  try {
    await work()
    return warn.mock.calls.map(([facts, words]) => [words, facts])
  } finally {
    warn.mockRestore()
  }
}

describe('mail server health', () => {
  it('logs once when the mail server stops and once when it resumes, and reports it as failing in between', async () => {
    const health = async () => (await checkHealth()).mail
    const first = anEmail()
    mailbox.fault({ at: 'mail', code: 421, text: 'Service not available' })
    mailbox.fault({ at: 'mail', code: 421, text: 'Service not available' })
    const warningsAtStart = await collectWarnings(async () => {
      await offer(first)
      await offer(anEmail())
    })
    expect(warningsAtStart).toEqual([
      ['the mail server takes no messages', { words: expect.stringContaining('421') as string, waiting: 1 }],
    ])
    expect(await health()).toBe('failing')
    const warningsAtEnd = await collectWarnings(async () => void (await offer(first)))
    expect(warningsAtEnd).toEqual([
      ['the mail server takes messages again', { seconds: expect.any(Number) as number, waiting: 1 }],
    ])
    expect(await health()).toBeUndefined()
  })

  it('reports a mail server that refuses the sender', async () => {
    mailbox.fault({ at: 'mail', code: 550, text: '5.7.1 Sender not allowed' })
    expect(await collectWarnings(async () => void (await offer(anEmail())))).toHaveLength(1)
    await offer(anEmail())
  })

  it('reports a mail server as failing after temporary refusals of three recipients in a row, not of one', async () => {
    const greylist = () => mailbox.fault({ at: 'rcpt', code: 451, text: '4.7.1 Greylisted' })
    const same = anEmail()
    const warnings = await collectWarnings(async () => {
      for (const message of [same, same, same, anEmail()]) {
        greylist()
        await offer(message)
      }
    })
    expect(warnings).toEqual([])
    greylist()
    expect(await collectWarnings(async () => void (await offer(anEmail())))).toHaveLength(1)
    await offer(anEmail())
  })

  it('stops reporting a failing mail server two hours after the last refused message', async () => {
    mailbox.fault({ at: 'mail', code: 421, text: 'Service not available' })
    await offer(anEmail())
    expect((await checkHealth()).mail).toBe('failing')
    await db.jobHeartbeat.updateMany({
      where: { job: 'mail failing' },
      data: { at: new Date(Date.now() - 2 * 3_600_000 - 1000) },
    })
    expect((await checkHealth()).mail).toBeUndefined()
    await offer(anEmail())
  })
})

it('logs and reports an SMS provider that rejects the credentials', async () => {
  const sms = (to: string): Message => ({ channel: 'sms', from: 'A', to, text: 'Hello' })
  twilio.fault({ code: 20003, message: 'Authenticate', status: 401 })
  const warnings = await collectWarnings(async () => void (await offer(sms('+33612345678'))))
  expect(warnings).toEqual([
    [
      'the provider of text messages takes no messages',
      { words: expect.stringContaining('20003') as string, waiting: 1 },
    ],
  ])
  expect((await checkHealth()).sms).toBe('failing')
  await offer(sms('+33612345678'))
  expect((await checkHealth()).sms).toBeUndefined()
})
