import { DAY_MS } from '../clock'
import type { Tx } from '../db'
import { env } from '../env'
import { Language } from '../fields/schema'
import { getTranslator } from '../messages/messages'
import { makeReason } from '../messaging/outcome/reasons'
import { renderSimpleEmail } from '../messaging/templates/simple-email'
import type { EmailComposer, SystemEmailRow } from '../system-emails/composer-types'
import { issueAccountToken } from './account-token'

export const composeEmailChangeFrom: EmailComposer = async (tx, row) => {
  const change = await findChange(tx, row)
  if (!change) return { reason: makeReason('obsolete') }
  return composeConfirmation(tx, change, 'from')
}

export const composeEmailChangeTo: EmailComposer = async (tx, row) => {
  const change = await findChange(tx, row)
  if (!change || (await tx.user.findUnique({ where: { email: change.email }, select: { id: true } })))
    return { reason: makeReason('obsolete') }
  return composeConfirmation(tx, change, 'to')
}

type Change = { userId: string; email: string; user: { email: string; language: string; emailVerifiedAt: Date | null } }

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
      from: getTranslator(language, 'common')('product'),
      subject: t('emailChange.subject', { side }),
      paragraphs: [t('emailChange.why', { side, host, email }), t('emailChange.until', { sides })],
      button: { label: t('emailChange.open', { side }), url },
      footer: t('emailChange.footer', { side }),
    }),
    opens: url,
  }
}

function findChange(tx: Tx, { userId, subjectId }: SystemEmailRow): Promise<Change | null> {
  if (userId === null) return Promise.resolve(null)
  return tx.emailChange.findFirst({
    // Rows without `subjectId` were written by the previous release.
    where: { userId, ...(subjectId === null ? {} : { id: subjectId }) },
    select: { userId: true, email: true, user: { select: { email: true, language: true, emailVerifiedAt: true } } },
  })
}
