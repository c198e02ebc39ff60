import { afterAll } from 'vitest'
import { env, readEnvironment } from '../env'
import { channels, openChannels } from '../messaging/channels'
import { type Mailbox, openMailbox } from './servers/mailbox'
import { openTwilioStandIn, type TwilioStandIn, twilioVariables } from './servers/twilio'

/**
 * Gives the tests of one file a configuration of their own: these variables over those of the run, until its last test has
 * ended. Call it at the top of the file, so that it also holds while the tests are collected.
 * What a module computes from `env` while it is loaded does not change: such a test belongs in a `*.isolated.test.ts`.
 */
export function useEnvironment(variables: Record<string, string>): void {
  const before = { ...env }
  given = { ...given, ...variables }
  configure(readEnvironment({ ...process.env, ...given }))
  afterAll(() => {
    given = {}
    configure(before)
  })
}

/** An SMTP server that takes the mails of this file's tests, closed after the last one. */
export async function useMailbox(): Promise<Mailbox> {
  const mailbox = await openMailbox()
  useEnvironment({ SMTP_URL: mailbox.url })
  afterAll(() => mailbox.close())
  return mailbox
}

/** A stand-in for Twilio that takes the text messages of this file's tests, closed after the last one. */
export async function useTwilio(): Promise<TwilioStandIn> {
  const twilio = await openTwilioStandIn()
  // A service that strangers can reach and sign up at may not send text messages without confirming them by email.
  useEnvironment({ ...twilioVariables(twilio), SIGN_UP: 'closed' })
  afterAll(() => twilio.close())
  return twilio
}

let given: Record<string, string> = {}

function configure(environment: typeof env): void {
  Object.assign(env, environment)
  Object.assign(channels, openChannels(environment))
}
