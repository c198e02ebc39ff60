import { env } from '../env'
import type { Locale } from '../messages/locale'
import { translator } from '../messages/messages'
import { fitWords, plainSigns } from '../messaging/sms-text'
import { oneLine, plainName } from '../messaging/templates/sanitize-name'
import type { Telling } from './load-notification'
import { headOf } from './render-notification'
import { shortLink } from './short-link'

export const SEGMENTS_MAX = 2
const NAME_MAX_CHARACTERS = 30

type RuleContext = { rule: string; trigger: string }

export function tellInShort(language: Locale, { isTest, told: items, total }: Telling, context: RuleContext): string {
  const t = translator(language, 'email')
  const trigger = context.trigger === 'review' ? 'review' : 'response'
  const listUrl = `${env.baseUrl}/${trigger}s`
  const rule = plainName(context.rule)
  const [first] = items
  if (isTest) return fitRuleName(rule, (name) => `${t('alert.smsTest', { rule: name })}\n${listUrl}`)
  if (total !== 1 || first === undefined)
    return fitRuleName(rule, (name) => `${t('alert.sms', { count: total, trigger, rule: name })}\n${listUrl}`)
  const url = shortLink(trigger, first.id)
  // Customer text: keep phones from turning parts of it into links.
  const comment = plainName(first.comments.map(oneLine).join(' '))
  const withComment = (head: string) => (part: string) =>
    `${part === '' ? head : t('alert.smsQuote', { head, comment: part })}\n${url}`
  const untruncated = fit(comment, withComment(headOf(language, first)))
  if (untruncated !== null) return untruncated
  const shortName = first.who === null ? null : `${Array.from(first.who).slice(0, NAME_MAX_CHARACTERS).join('')}...`
  return (
    fit(comment, withComment(headOf(language, { ...first, who: shortName }))) ??
    plainSigns(withComment(headOf(language, first))(''))
  )
}

function fit(words: string, make: (words: string) => string): string | null {
  return fitWords(plainSigns(words), SEGMENTS_MAX, (part) => plainSigns(make(part)))
}

function fitRuleName(name: string, make: (name: string) => string): string {
  return fit(name, make) ?? plainSigns(make(''))
}
