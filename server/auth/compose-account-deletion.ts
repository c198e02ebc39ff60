import type { Tx } from '../db'
import { env } from '../env'
import { Language } from '../fields/schema'
import { toLanguageTag } from '../messages/locale'
import { getTranslator } from '../messages/messages'
import { makeReason } from '../messaging/outcome/reasons'
import { sanitizeName } from '../messaging/templates/sanitize-name'
import { renderSimpleEmail } from '../messaging/templates/simple-email'
import type { EmailComposer } from '../system-emails/composer-types'

export const composeAccountDeletion: EmailComposer = async (tx, row) => {
  const { stage = 'done', until = '', name: formerName = '' } = row.values as Record<string, string>
  const recipient = row.userId === null ? { ...row, name: formerName } : await findRecipient(tx, row.userId, stage)
  if (!recipient?.address) return { reason: makeReason('obsolete') }
  const language = Language.catch('en').parse(recipient.language)
  const t = getTranslator(language, 'email')
  const name = sanitizeName(recipient.name)
  const { host } = new URL(env.baseUrl)
  return {
    to: { name, address: recipient.address },
    rendered: renderSimpleEmail({
      language,
      from: getTranslator(language, 'common')('product'),
      subject: t('accountDeletion.subject', { stage }),
      paragraphs: [
        name === '' ? t('greetingNameless') : t('greeting', { name }),
        t('accountDeletion.why', { stage, host, day: until === '' ? '' : formatDay(until, language) }),
      ],
      button: stage === 'asked' ? { label: t('accountDeletion.open'), url: `${env.baseUrl}/sign-in` } : null,
      footer: t('accountDeletion.footer'),
    }),
  }
}

async function findRecipient(tx: Tx, userId: string, stage: string) {
  const person = await tx.user.findUnique({ where: { id: userId } })
  if (!person || (stage === 'asked' && person.deletesAt === null)) return null
  return { name: person.name, address: person.email, language: person.language }
}

function formatDay(until: string, language: Language): string {
  return new Intl.DateTimeFormat(toLanguageTag(language), { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(until),
  )
}
