import type { Tx } from '../db'
import { env } from '../env'
import { Language } from '../fields/schema'
import { languageTag } from '../messages/locale'
import { translator } from '../messages/messages'
import { reasonFor } from '../messaging/outcome/reasons'
import { plainName } from '../messaging/templates/sanitize-name'
import { renderNotice } from '../messaging/templates/simple-email'
import type { Compose } from '../system-emails/composer-types'

export const composeAccountDeletion: Compose = async (tx, row) => {
  const { stage = 'done', until = '', name: formerName = '' } = row.values as Record<string, string>
  const recipient = row.userId === null ? { ...row, name: formerName } : await findRecipient(tx, row.userId, stage)
  if (!recipient?.address) return { reason: reasonFor('obsolete') }
  const language = Language.catch('en').parse(recipient.language)
  const t = translator(language, 'email')
  const name = plainName(recipient.name)
  const { host } = new URL(env.baseUrl)
  return {
    to: { name, address: recipient.address },
    rendered: renderNotice({
      language,
      from: translator(language, 'common')('product'),
      subject: t('accountDeletion.subject', { stage }),
      paragraphs: [
        name === '' ? t('greetingNameless') : t('greeting', { name }),
        t('accountDeletion.why', { stage, host, day: until === '' ? '' : formatDay(until, language) }),
      ],
      button: stage === 'asked' ? { label: t('accountDeletion.open'), url: `${env.baseUrl}/sign-in` } : null,
      foot: t('accountDeletion.footer'),
    }),
  }
}

async function findRecipient(tx: Tx, userId: string, stage: string) {
  const person = await tx.user.findUnique({ where: { id: userId } })
  if (!person || (stage === 'asked' && person.deletesAt === null)) return null
  return { name: person.name, address: person.email, language: person.language }
}

function formatDay(until: string, language: Language): string {
  return new Intl.DateTimeFormat(languageTag(language), { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(until))
}
