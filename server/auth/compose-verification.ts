import { DAY_MS } from '../clock'
import { env } from '../env'
import { Language } from '../fields/schema'
import { makeReason } from '../messaging/outcome/reasons'
import { renderVerificationEmail } from '../messaging/templates/verification-email'
import type { EmailComposer } from '../system-emails/composer-types'
import { issueAccountToken } from './account-token'

export const composeVerification: EmailComposer = async (tx, { userId }) => {
  const user = userId === null ? null : await tx.user.findUnique({ where: { id: userId } })
  if (!user || user.emailVerifiedAt !== null) return { reason: makeReason('obsolete') }
  const { id, email, language } = user
  const token = await issueAccountToken(tx, 'verification', { userId: id, email }, DAY_MS)
  const isAwaited =
    (await tx.membership.count({ where: { userId: id, role: 'owner', organization: { verifiedAt: null } } })) > 0
  const url = `${env.baseUrl}/verify-email/${token}`
  return {
    // The address is unverified and may belong to another person: omit even the name.
    to: { name: '', address: email },
    rendered: renderVerificationEmail({
      language: Language.catch('en').parse(language),
      url,
      ownsUnverifiedOrganization: isAwaited,
    }),
    opens: url,
  }
}
