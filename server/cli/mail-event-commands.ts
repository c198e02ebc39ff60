import type { Readable } from 'node:stream'
import { MAIL_EVENT_PROVIDERS, type MailEventProvider } from '../message-events/intake/constants'
import {
  addMailEventIntake,
  listMailEventIntakes,
  removeMailEventIntake,
  revealMailEventSecret,
  setMailEventSecret,
} from '../message-events/intake/intakes'
import { parseUuid } from './flag-values'
import { readFlags, UsageError } from './flags'
import { readFirstLine } from './read-password'

/* Intakes of the operator, for providers that send for all organizations. */

export async function addMailEvents(args: readonly string[]): Promise<object> {
  const { provider } = readFlags(args, ['provider'], [])
  if (!isProvider(provider)) throw new UsageError(`--provider must be one of ${MAIL_EVENT_PROVIDERS.join(', ')}.`)
  return addMailEventIntake(null, provider)
}

function isProvider(name: string): name is MailEventProvider {
  return (MAIL_EVENT_PROVIDERS as readonly string[]).includes(name)
}

/** `--secret -` reads the first line of standard input, because command lines are visible in the list of processes. */
export async function setMailEventsSecret(args: readonly string[], input: Readable = process.stdin): Promise<object> {
  const flags = readFlags(args, ['id', 'secret'], [])
  const id = parseUuid('id', flags.id)
  const secret = flags.secret === '-' ? await readFirstLine(input, 'secret') : flags.secret
  return setMailEventSecret(null, { id, secret: secret.trim() })
}

export async function showMailEventsSecret(args: readonly string[]): Promise<object> {
  return revealMailEventSecret(null, parseUuid('id', readFlags(args, ['id'], []).id))
}

export async function listMailEvents(args: readonly string[]): Promise<object> {
  readFlags(args, [], [])
  return { intakes: await listMailEventIntakes(null) }
}

export async function removeMailEvents(args: readonly string[]): Promise<object> {
  return removeMailEventIntake(null, parseUuid('id', readFlags(args, ['id'], []).id))
}
