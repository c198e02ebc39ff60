import type { Locale } from '../messages/locale'
import { getTranslator } from '../messages/message-catalogue'
import type { Suppression } from './schema'

/** Who added the address: a member, a key, an import, the person or the mail server. */
export function describeSource({ source, reason }: Pick<Suppression, 'source' | 'reason'>, locale: Locale): string {
  const t = getTranslator(locale, 'suppressions')
  if (source === null) {
    if (reason === 'opted_out') return t('sources.person')
    return t(reason === 'bounced' ? 'sources.mail' : 'sources.unknown')
  }
  const { via, name } = source
  if (via === 'import') return name === null ? t('sources.import') : t('sources.importOf', { name })
  if (via === 'api') return name === null ? t('sources.key') : t('sources.api', { name })
  return name ?? t('sources.formerMember')
}
