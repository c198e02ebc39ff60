import { env } from '../env'
import { Language } from '../fields/schema'
import { languageTag } from '../messages/locale'
import { translator } from '../messages/messages'
import { reasonFor } from '../messaging/outcome/reasons'
import { plainName } from '../messaging/templates/sanitize-name'
import { renderNotice } from '../messaging/templates/simple-email'
import type { Compose, SystemEmailRow } from '../system-emails/composer-types'
import { knownTimeZone } from '../time-zones'
import { issueTakeBack } from './undo-credential-change'
import { browserName } from './user-agent'

export const composeCredentialChanged: Compose = async (tx, row) => {
  const recipient = await loadRecipient(tx, row)
  if (!recipient) return { reason: reasonFor('obsolete') }
  const { language, to, values } = recipient
  const t = translator(language, 'email')
  const what = values.what ?? 'other'
  const { userId, subjectId } = row
  const undoUrl = userId && subjectId ? await issueTakeBack(tx, { userId, email: to.address }, subjectId) : null
  return {
    to,
    rendered: renderNotice({
      ...commonParts(language),
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
      foot: t('credential.footer'),
    }),
    ...(undoUrl ? { opens: undoUrl } : {}),
  }
}

export const composeNewSignIn: Compose = async (tx, row) => {
  const recipient = await loadRecipient(tx, row)
  if (!recipient) return { reason: reasonFor('obsolete') }
  const { language, to, values } = recipient
  const t = translator(language, 'email')
  const browser = browserName(values.userAgent ?? null) ?? translator(language, 'common')('unknown')
  return {
    to,
    rendered: renderNotice({
      ...commonParts(language),
      subject: t('newSignIn.subject'),
      paragraphs: [
        greeting(recipient),
        `${t('newSignIn.why', circumstances(recipient, row))}\n${t('newSignIn.from', { browser, address: values.address ?? 'none' })}`,
        t('newSignIn.notYou'),
      ],
      button: { label: t('newSignIn.open'), url: RESET_URL },
      foot: t('newSignIn.footer'),
    }),
  }
}

const RESET_URL = `${env.baseUrl}/forgot-password`

type Recipient = {
  language: Language
  timeZone: string
  name: string
  to: { name: string; address: string }
  values: Record<string, string>
}

async function loadRecipient(
  tx: Parameters<Compose>[0],
  { userId, address, values }: SystemEmailRow,
): Promise<Recipient | null> {
  const user =
    userId === null
      ? null
      : await tx.user.findUnique({
          where: { id: userId },
          include: { memberships: { include: { organization: { select: { timeZone: true } } }, take: 1 } },
        })
  if (!user) return null
  return {
    language: Language.catch('en').parse(user.language),
    timeZone: await knownTimeZone(user.memberships[0]?.organization.timeZone ?? 'UTC'),
    name: user.name,
    to: { name: user.name, address: address ?? user.email },
    values: values as Record<string, string>,
  }
}

function commonParts(language: Language) {
  return { language, from: translator(language, 'common')('product') }
}

function greeting({ language, name }: Recipient): string {
  const t = translator(language, 'email')
  const recipientName = plainName(name)
  return recipientName === '' ? t('greetingNameless') : t('greeting', { name: recipientName })
}

function circumstances({ language, timeZone }: Recipient, { createdAt }: SystemEmailRow) {
  return { host: new URL(env.baseUrl).host, when: formatTime(timeZone, language, createdAt) }
}

function formatTime(timeZone: string, language: Language, at: Date): string {
  return new Intl.DateTimeFormat(languageTag(language), { dateStyle: 'long', timeStyle: 'short', timeZone }).format(at)
}
