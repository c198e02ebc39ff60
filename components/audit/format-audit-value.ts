import type { Locale } from '@/server/messages/locale'
import { getTranslator } from '@/server/messages/message-catalogue'
import { formatDateTime } from '../format'

const ISO_DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** The log stores codes, which are translated for each reader. */
export function formatAuditValue(locale: Locale, timeZone: string, field: string, value: unknown): string {
  const t = getTranslator(locale, 'audit')
  if (value === null || value === '') return t('empty')
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
  if (Array.isArray(value) && value.every((item) => typeof item === 'string'))
    return value.map((item) => formatCode(locale, field, item)).join(', ') || t('empty')
  if (typeof value !== 'string') return JSON.stringify(value)
  return ISO_DATE_TIME.test(value) ? formatDateTime(value, locale, timeZone) : formatCode(locale, field, value)
}

function formatCode(locale: Locale, field: string, code: string): string {
  if (field === 'role') return translateOr(code, getTranslator(locale, 'members'), `role.${code}` as 'role.owner')
  if (field === 'status')
    return translateOr(code, getTranslator(locale, 'sequences'), `status.${code}` as 'status.draft')
  if (field === 'bands') return translateOr(code, getTranslator(locale, 'common'), `band.${code}` as 'band.positive')
  if (field === 'suppression')
    return translateOr(code, getTranslator(locale, 'suppressions'), `reasons.${code}` as 'reasons.bounced')
  if (field === 'trigger') return translateOr(code, getTranslator(locale, 'alerts'), `form.${code}` as 'form.review')
  if (field === 'triggerTypes')
    return translateOr(code, getTranslator(locale, 'webhooks'), `kind.${code}` as 'kind.new_contact')
  return field === 'channels' ? formatChannel(locale, code) : code
}

/** The message of a code, or the code itself where a later version has none. */
function translateOr<Key>(code: string, t: ((key: Key) => string) & { has: (key: Key) => boolean }, key: Key): string {
  return t.has(key) ? t(key) : code
}

/** Stored as `slack hooks.slack.com/…x1Yz`. */
function formatChannel(locale: Locale, channel: string): string {
  const t = getTranslator(locale, 'alerts')
  const [kind = ''] = channel.split(' ', 1)
  const key = `kinds.${kind}` as 'kinds.slack'
  return t.has(key) ? t('log.way', { way: t(key), name: channel.slice(kind.length + 1) }) : channel
}
