import type { Locale } from '@/server/messages/locale'
import { getTranslator } from '@/server/messages/messages'
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
  if (field === 'role') {
    const [t, key] = [getTranslator(locale, 'members'), `role.${code}` as 'role.owner']
    return t.has(key) ? t(key) : code
  }
  if (field === 'status') {
    const [t, key] = [getTranslator(locale, 'sequences'), `status.${code}` as 'status.draft']
    return t.has(key) ? t(key) : code
  }
  if (field === 'bands') {
    const [t, key] = [getTranslator(locale, 'common'), `band.${code}` as 'band.positive']
    return t.has(key) ? t(key) : code
  }
  if (field === 'triggerTypes') {
    const [t, key] = [getTranslator(locale, 'webhooks'), `kind.${code}` as 'kind.new_contact']
    return t.has(key) ? t(key) : code
  }
  if (field === 'trigger') {
    const [t, key] = [getTranslator(locale, 'alerts'), `form.${code}` as 'form.review']
    return t.has(key) ? t(key) : code
  }
  return field === 'channels' ? formatChannel(locale, code) : code
}

/** Stored as `slack hooks.slack.com/…x1Yz`. */
function formatChannel(locale: Locale, channel: string): string {
  const t = getTranslator(locale, 'alerts')
  const [kind = ''] = channel.split(' ', 1)
  const key = `kinds.${kind}` as 'kinds.slack'
  return t.has(key) ? t('log.way', { way: t(key), name: channel.slice(kind.length + 1) }) : channel
}
