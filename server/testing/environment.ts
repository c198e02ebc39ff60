import { afterAll } from 'vitest'
import { env, readEnvironment } from '../env'
import { channels, createChannels } from '../messaging/channels'
import { type FakeTwilio, openFakeTwilio, twilioEnvironment } from './servers/fake-twilio'
import { type Mailbox, openMailbox } from './servers/mailbox'

/**
 * Overrides environment variables for the tests of one file, until its last test has ended. Call it at the top of the file, so that it also
 * applies while the tests are collected.
 * Values that a module computes from `env` on load do not change: such a test belongs in a `*.isolated.test.ts`.
 */
export function useEnvironment(variables: Record<string, string>): void {
  const before = { ...env }
  overrides = { ...overrides, ...variables }
  configure(readEnvironment({ ...process.env, ...overrides }))
  afterAll(() => {
    overrides = {}
    configure(before)
  })
}

export async function useMailbox(): Promise<Mailbox> {
  const mailbox = await openMailbox()
  useEnvironment({ SMTP_URL: mailbox.url })
  afterAll(() => mailbox.close())
  return mailbox
}

export async function useFakeTwilio(): Promise<FakeTwilio> {
  const twilio = await openFakeTwilio()
  // With open sign-up, a publicly reachable service may not send text messages unless sign-ups confirm by email.
  useEnvironment({ ...twilioEnvironment(twilio), SIGN_UP: 'closed' })
  afterAll(() => twilio.close())
  return twilio
}

let overrides: Record<string, string> = {}

function configure(environment: typeof env): void {
  Object.assign(env, environment)
  Object.assign(channels, createChannels(environment))
}
