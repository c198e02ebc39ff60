import { env } from '../env'
import { Language } from '../fields/schema'
import { languageTag } from '../messages/locale'
import { translator } from '../messages/messages'
import { renderNotice } from '../messaging/templates/notice-email'
import { plainName } from '../messaging/templates/plain-name'
import { reasonFor } from '../outgoing/reasons'
import type { Compose, SystemEmailRow } from '../system-emails/composed'
import { knownTimeZone } from '../time-zones'
import { browserName } from './browser-name'
import { issueTakeBack } from './take-back'

/**
 * Notifies a user that their password or another credential changed. For an added credential the email links to its removal, because a
 * password reset would not remove it.
 */
export const composeCredentialChanged: Compose = async (tx, row) => {
  const reader = await readReader(tx, row)
  if (!reader) return { reason: reasonFor('obsolete') }
  const { language, to, values } = reader
  const t = translator(language, 'email')
  const what = values.what ?? 'other'
  const { userId, subjectId } = row
  const back = userId && subjectId ? await issueTakeBack(tx, { userId, email: to.address }, subjectId) : null
  return {
    to,
    rendered: renderNotice({
      ...frame(language),
      subject: t('credential.subject', { what }),
      paragraphs: [
        greeting(reader),
        t('credential.why', { what, ...circumstances(reader, row) }),
        ...(values.cleared ? [t('credential.cleared')] : []),
        t(back ? 'credential.notYouAdded' : 'credential.notYou'),
      ],
      button: back ? { label: t('credential.takeBack'), url: back } : { label: t('credential.open'), url: RESET },
      foot: t('credential.footer'),
    }),
    ...(back ? { opens: back } : {}),
  }
}

/** Notifies a user of a sign-in from an address that they did not use for a month. */
export const composeNewSignIn: Compose = async (tx, row) => {
  const reader = await readReader(tx, row)
  if (!reader) return { reason: reasonFor('obsolete') }
  const { language, to, values } = reader
  const t = translator(language, 'email')
  const browser = browserName(values.userAgent ?? null) ?? translator(language, 'common')('unknown')
  return {
    to,
    rendered: renderNotice({
      ...frame(language),
      subject: t('newSignIn.subject'),
      paragraphs: [
        greeting(reader),
        `${t('newSignIn.why', circumstances(reader, row))}\n${t('newSignIn.from', { browser, address: values.address ?? 'none' })}`,
        t('newSignIn.notYou'),
      ],
      button: { label: t('newSignIn.open'), url: RESET },
      foot: t('newSignIn.footer'),
    }),
  }
}

const RESET = `${env.baseUrl}/forgot-password`

type Reader = {
  language: Language
  timeZone: string
  name: string
  to: { name: string; address: string }
  values: Record<string, string>
}

async function readReader(
  tx: Parameters<Compose>[0],
  { userId, address, values }: SystemEmailRow,
): Promise<Reader | null> {
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

function frame(language: Language) {
  return { language, from: translator(language, 'common')('product') }
}

function greeting({ language, name }: Reader): string {
  const t = translator(language, 'email')
  const reader = plainName(name)
  return reader === '' ? t('greetingNameless') : t('greeting', { name: reader })
}

function circumstances({ language, timeZone }: Reader, { createdAt }: SystemEmailRow) {
  return { host: new URL(env.baseUrl).host, when: whenIn(timeZone, language, createdAt) }
}

function whenIn(timeZone: string, language: Language, at: Date): string {
  return new Intl.DateTimeFormat(languageTag(language), { dateStyle: 'long', timeStyle: 'short', timeZone }).format(at)
}
