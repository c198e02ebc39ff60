import { describe, expect, it, vi } from 'vitest'
import { db } from '../db'
import { checkHealth } from '../health/health'
import { log } from '../log'
import { useMailbox, useTwilio } from '../testing/environment'
import { bindDelivery } from './channels'
import type { EmailMessage, Message } from './message'

const mailbox = await useMailbox()
const twilio = await useTwilio()

const offer = (message: Message) => bindDelivery(message)?.()
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

async function warningsOf(work: () => Promise<void>) {
  const warn = vi.spyOn(log, 'warn')
  try {
    await work()
    return warn.mock.calls.map(([facts, words]) => [words, facts])
  } finally {
    warn.mockRestore()
  }
}

describe('a mail server that takes no messages', () => {
  it('is named in the log once when it begins and once when it is over, and in health meanwhile without a 503', async () => {
    const health = async () => (await checkHealth()).mail
    const first = anEmail()
    mailbox.fault({ at: 'mail', code: 421, text: 'Service not available' })
    mailbox.fault({ at: 'mail', code: 421, text: 'Service not available' })
    const begins = await warningsOf(async () => {
      await offer(first)
      await offer(anEmail())
    })
    expect(begins).toEqual([
      ['the mail server takes no messages', { words: expect.stringContaining('421') as string, waiting: 1 }],
    ])
    expect(await health()).toBe('failing')
    const ends = await warningsOf(async () => void (await offer(first)))
    expect(ends).toEqual([
      ['the mail server takes messages again', { seconds: expect.any(Number) as number, waiting: 1 }],
    ])
    expect(await health()).toBeUndefined()
  })

  it('is named when it refuses the sender of a message', async () => {
    mailbox.fault({ at: 'mail', code: 550, text: '5.7.1 Sender not allowed' })
    expect(await warningsOf(async () => void (await offer(anEmail())))).toHaveLength(1)
    await offer(anEmail())
  })

  it('is not one that asks to write to one recipient later, but one that says so of three in a row', async () => {
    const greylist = () => mailbox.fault({ at: 'rcpt', code: 451, text: '4.7.1 Greylisted' })
    const same = anEmail()
    const warnings = await warningsOf(async () => {
      for (const message of [same, same, same, anEmail()]) {
        greylist()
        await offer(message)
      }
    })
    expect(warnings).toEqual([])
    greylist()
    expect(await warningsOf(async () => void (await offer(anEmail())))).toHaveLength(1)
    await offer(anEmail())
  })

  it('is forgotten by health two hours after the last message that it did not take', async () => {
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

it('a provider of text messages that does not know the credentials is named in the log and in health', async () => {
  const sms = (to: string): Message => ({ channel: 'sms', from: 'A', to, text: 'Hello' })
  twilio.fault({ code: 20003, message: 'Authenticate', status: 401 })
  const warnings = await warningsOf(async () => void (await offer(sms('+33612345678'))))
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
