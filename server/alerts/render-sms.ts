import { env } from '../env'
import type { Locale } from '../messages/locale'
import { getTranslator } from '../messages/message-catalogue'
import { replaceTypographicCharacters, truncateToSegments } from '../messaging/sms-text'
import { sanitizeName, toSingleLine } from '../messaging/templates/sanitize-name'
import type { AlertNotification } from './load-notification'
import { formatHeadline } from './render-notification'
import { buildShortLink } from './short-link'

const SMS_MAX_SEGMENTS = 2
const NAME_MAX_CHARACTERS = 30

export function renderSms(
  language: Locale,
  { isTest, items: [first], total, trigger, rule: ruleName }: Omit<AlertNotification, 'organization' | 'contactIds'>,
): string {
  const t = getTranslator(language, 'email')
  const listUrl = `${env.baseUrl}/${trigger}s`
  const rule = sanitizeName(ruleName)
  if (isTest) return fitRuleName(rule, (name) => `${t('alert.smsTest', { rule: name })}\n${listUrl}`)
  if (total !== 1 || first === undefined)
    return fitRuleName(rule, (name) => `${t('alert.sms', { count: total, trigger, rule: name })}\n${listUrl}`)
  const url = buildShortLink(trigger, first.id)
  // Customer text: keep phones from turning parts of it into links.
  const comment = sanitizeName(first.comments.map(toSingleLine).join(' '))
  const withComment = (head: string) => (part: string) =>
    `${part === '' ? head : t('alert.smsQuote', { head, comment: part })}\n${url}`
  const untruncated = fit(comment, withComment(formatHeadline(language, first)))
  if (untruncated !== null) return untruncated
  const shortName =
    first.customerName === null ? null : `${Array.from(first.customerName).slice(0, NAME_MAX_CHARACTERS).join('')}...`
  return (
    fit(comment, withComment(formatHeadline(language, { ...first, customerName: shortName }))) ??
    replaceTypographicCharacters(withComment(formatHeadline(language, first))(''))
  )
}

function fit(words: string, make: (words: string) => string): string | null {
  return truncateToSegments(replaceTypographicCharacters(words), SMS_MAX_SEGMENTS, (part) =>
    replaceTypographicCharacters(make(part)),
  )
}

function fitRuleName(name: string, make: (name: string) => string): string {
  return fit(name, make) ?? replaceTypographicCharacters(make(''))
}
