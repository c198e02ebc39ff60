import type { Tx } from '../db'
import { env } from '../env'
import { toLanguageTag } from '../messages/locale'
import { getTranslator } from '../messages/message-catalogue'
import { makeReason } from '../messaging/outcome/reasons'
import { sanitizeName } from '../messaging/templates/sanitize-name'
import { renderSimpleEmail } from '../messaging/templates/simple-email'
import type { EmailComposer, SystemEmailRow } from '../system-emails/composer-types'
import { resolveTimeZone } from '../time-zones'
import { Language } from '../validation/schema'
import { issueRevocationUrl } from './revoke-added-credential'
import { describeUserAgent } from './user-sessions'

export const composeCredentialChangedEmail: EmailComposer = async (tx, row) => {
  const recipient = await loadRecipient(tx, row)
  if (!recipient) return { reason: makeReason('obsolete') }
  const { language, to, values } = recipient
  const t = getTranslator(language, 'email')
  const what = values.what ?? 'other'
  const { userId, subjectId } = row
  const undoUrl = userId && subjectId ? await issueRevocationUrl(tx, { userId, email: to.address }, subjectId) : null
  return {
    to,
    rendered: renderSimpleEmail({
      language,
      subject: t('credential.subject', { what }),
      paragraphs: [
        greeting(recipient),
        t('credential.why', { what, ...circumstances(recipient, row) }),
        ...(values.cleared ? [t('credential.cleared')] : []),
        t(undoUrl ? 'credential.notYouAdded' : 'credential.notYou'),
      ],
      button: undoUrl
        ? { label: t('credential.takeBack'), url: undoUrl }
        : { label: t('credential.open'), url: RESET_URL },
      footer: t('credential.footer'),
    }),
    ...(undoUrl ? { opens: undoUrl } : {}),
  }
}

export const composeNewSignInEmail: EmailComposer = async (tx, row) => {
  const recipient = await loadRecipient(tx, row)
  if (!recipient) return { reason: makeReason('obsolete') }
  const { language, to, values } = recipient
  const t = getTranslator(language, 'email')
  const browser = describeUserAgent(values.userAgent ?? null) ?? getTranslator(language, 'common')('unknown')
  return {
    to,
    rendered: renderSimpleEmail({
      language,
      subject: t('newSignIn.subject'),
      paragraphs: [
        greeting(recipient),
        `${t('newSignIn.why', circumstances(recipient, row))}\n${t('newSignIn.from', { browser, address: values.address ?? 'none' })}`,
        t('newSignIn.notYou'),
      ],
      button: { label: t('newSignIn.open'), url: RESET_URL },
      footer: t('newSignIn.footer'),
    }),
  }
}

const RESET_URL = `${env.baseUrl}/forgot-password`

type Recipient = NonNullable<Awaited<ReturnType<typeof loadRecipient>>>

async function loadRecipient(tx: Tx, { userId, address, values }: SystemEmailRow) {
  if (userId === null) return null
  const user = await tx.user.findUnique({
    where: { id: userId },
    include: { memberships: { include: { organization: { select: { timeZone: true } } }, take: 1 } },
  })
  if (!user) return null
  return {
    language: Language.catch('en').parse(user.language),
    timeZone: await resolveTimeZone(user.memberships[0]?.organization.timeZone ?? 'UTC'),
    name: user.name,
    to: { name: user.name, address: address ?? user.email },
    values: values as Record<string, string>,
  }
}

function greeting({ language, name }: Recipient): string {
  const t = getTranslator(language, 'email')
  const recipientName = sanitizeName(name)
  return recipientName === '' ? t('greetingNameless') : t('greeting', { name: recipientName })
}

function circumstances({ language, timeZone }: Recipient, { createdAt }: SystemEmailRow) {
  const format = new Intl.DateTimeFormat(toLanguageTag(language), { dateStyle: 'long', timeStyle: 'short', timeZone })
  return { host: new URL(env.baseUrl).host, when: format.format(createdAt) }
}
