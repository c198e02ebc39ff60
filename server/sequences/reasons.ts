import { HOLD_SENTENCES } from '../organizations/hold'
import type { Reason } from './schema'

/**
 * Every reason not to send, or not yet. The row keeps the sentence, so that whoever reads the table understands it; the
 * dashboard reads code and values back out of it and says the same in the reader's language. Times are ISO 8601, UTC.
 */
const SENTENCES = {
  unsubscribed: 'Unsubscribed: this contact asked not to be written to.',
  suppressed: 'Suppressed: mail to this address came back before.',
  contactDeleted: 'Contact deleted: there is nobody left to write to.',
  noPhone: 'No phone: the contact has no number that an SMS can be sent to.',
  throttled: 'Throttled until {until}: this contact got another survey on {since}.',
  quietHours: 'Quiet hours until {until}.',
  ...HOLD_SENTENCES,
  quotaUsed: 'Waiting until {until}: the {limit} messages of this day are used up.',
  conditionNotMet: 'Condition not met: {condition}.',
  surveyArchived: 'Survey archived: it is no longer sent.',
  surveyEmpty: 'Survey without questions: there is nothing to ask.',
  nothingToLink: 'No survey to link to: none was sent to this contact before.',
  interrupted:
    'Interrupted: the service stopped while it handed the message over. It may have arrived, so it is not sent again.',
  unconfirmed:
    'Unconfirmed: the mail server took the message and never answered ({words}). It may have arrived, so it is not sent again.',
  retrying: 'Not sent yet, next try at {until}: {words}',
  givenUp: 'Given up after 24 hours: {words}',
  refused: 'Refused: {words}',
  captured: 'Captured, so nothing left: it is kept in the Outbox, because no {provider} is configured.',
  stepRemoved: 'The step was taken out of the sequence.',
  sequenceArchived: 'The sequence was archived.',
  sequenceDeleted: 'The sequence was deleted.',
} as const

export type ReasonCode = keyof typeof SENTENCES

/** @returns the sentence to keep in the row. */
export function reasonText(code: ReasonCode, values: Record<string, string> = {}): string {
  return SENTENCES[code].replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
}

/** Reads a kept sentence back. One that is not ours comes back as it stands, under the code `other`. */
export function readReason(text: string | null): Reason | null {
  if (text === null) return null
  for (const [code, pattern] of PATTERNS) {
    const match = pattern.exec(text)
    if (match) return { code, values: { ...match.groups }, text }
  }
  return { code: 'other', values: { words: text }, text }
}

const PATTERNS = Object.entries(SENTENCES).map(([code, sentence]) => {
  const source = sentence
    .split(/\{(\w+)\}/)
    .map((part, index) => (index % 2 === 0 ? part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&') : `(?<${part}>[^]*?)`))
    .join('')
  return [code, new RegExp(`^${source}$`)] as const
})
