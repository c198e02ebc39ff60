import { DAY_MS } from '../clock'
import type { Tx } from '../db'
import { env } from '../env'
import { toLanguageTag } from '../messages/locale'
import { getTranslator } from '../messages/message-catalogue'
import { makeReason } from '../messaging/outcome/reasons'
import type { RenderedEmail } from '../messaging/templates/layout'
import { sanitizeName } from '../messaging/templates/sanitize-name'
import { renderSimpleEmail } from '../messaging/templates/simple-email'
import type { EmailComposer, SystemEmailRow } from '../system-emails/composer-types'
import { Language } from '../validation/schema'
import { issueAccountToken } from './account-token'

export const composeVerificationEmail: EmailComposer = async (tx, { userId }) => {
  const user = userId === null ? null : await tx.user.findUnique({ where: { id: userId } })
  if (!user || user.emailVerifiedAt !== null) return { reason: makeReason('obsolete') }
  const { id, email } = user
  const token = await issueAccountToken(tx, 'verification', { userId: id, email }, DAY_MS)
  const url = `${env.baseUrl}/verify-email/${token}`
  const ownsUnverifiedOrganization =
    (await tx.membership.count({ where: { userId: id, role: 'owner', organization: { verifiedAt: null } } })) > 0
  const language = Language.catch('en').parse(user.language)
  return {
    to: { name: '', address: email },
    rendered: renderVerificationEmail({ language, url, ownsUnverifiedOrganization }),
    opens: url,
  }
}

type VerificationEmail = { language: Language; url: string; ownsUnverifiedOrganization: boolean }

/** Any address could have been entered, so the mail contains no user-supplied text: neither a name nor the organization's. */
export function renderVerificationEmail({
  language,
  url,
  ownsUnverifiedOrganization,
}: VerificationEmail): RenderedEmail {
  const t = getTranslator(language, 'email')
  const { host } = new URL(url)
  return renderSimpleEmail({
    language,
    subject: t('verify.subject'),
    paragraphs: [
      t('greetingNameless'),
      t(ownsUnverifiedOrganization ? 'verify.why' : 'verify.whyAccount', { host }),
      t('verify.until'),
    ],
    button: { label: t('verify.open'), url },
    footer: t('verify.footer'),
  })
}

export const composeConfirmationToOldEmailAddress: EmailComposer = async (tx, row) => {
  const change = await findChange(tx, row)
  return change ? composeConfirmation(tx, change, 'from') : { reason: makeReason('obsolete') }
}

export const composeConfirmationToNewEmailAddress: EmailComposer = async (tx, row) => {
  const change = await findChange(tx, row)
  if (!change || (await tx.user.findUnique({ where: { email: change.email }, select: { id: true } })))
    return { reason: makeReason('obsolete') }
  return composeConfirmation(tx, change, 'to')
}

type Change = NonNullable<Awaited<ReturnType<typeof findChange>>>

async function composeConfirmation(tx: Tx, { userId, email, user }: Change, side: 'from' | 'to') {
  const purpose = side === 'from' ? 'emailChangeFrom' : 'emailChangeTo'
  const url = `${env.baseUrl}/email-change/${await issueAccountToken(tx, purpose, { userId, email }, DAY_MS)}`
  const language = Language.catch('en').parse(user.language)
  const t = getTranslator(language, 'email')
  const { host } = new URL(env.baseUrl)
  // An unverified current address does not have to confirm.
  const sides = user.emailVerifiedAt === null ? 'new' : 'both'
  return {
    to: { name: '', address: side === 'from' ? user.email : email },
    rendered: renderSimpleEmail({
      language,
      subject: t('emailChange.subject', { side }),
      paragraphs: [t('emailChange.why', { side, host, email }), t('emailChange.until', { sides })],
      button: { label: t('emailChange.open', { side }), url },
      footer: t('emailChange.footer', { side }),
    }),
    opens: url,
  }
}

async function findChange(tx: Tx, { userId, subjectId }: SystemEmailRow) {
  if (userId === null) return null
  return tx.emailChange.findFirst({
    // Rows without `subjectId` were written by the previous release.
    where: { userId, ...(subjectId === null ? {} : { id: subjectId }) },
    select: { userId: true, email: true, user: { select: { email: true, language: true, emailVerifiedAt: true } } },
  })
}

export const composeAccountDeletionEmail: EmailComposer = async (tx, row) => {
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

export function formatDay(until: string, language: Language): string {
  const format = new Intl.DateTimeFormat(toLanguageTag(language), { dateStyle: 'long', timeZone: 'UTC' })
  return format.format(new Date(until))
}
