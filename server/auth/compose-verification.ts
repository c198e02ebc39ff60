import { DAY_MS, now } from '../clock'
import { env } from '../env'
import { Language } from '../fields/schema'
import { renderVerificationEmail } from '../messaging/templates/verification-email'
import { reasonFor } from '../outgoing/reasons'
import type { Compose } from '../system-emails/composed'
import { hashToken, newToken } from './account-token'

/** The link that confirms a person's address, good for a day. What has expired is forgotten. */
export const composeVerification: Compose = async (tx, { userId }) => {
  const user = userId === null ? null : await tx.user.findUnique({ where: { id: userId } })
  if (!user || user.emailVerifiedAt !== null) return { reason: reasonFor('obsolete') }
  const { id, email, language } = user
  const token = newToken()
  const at = now()
  await tx.emailVerification.deleteMany({ where: { userId: id, expiresAt: { lt: at } } })
  await tx.emailVerification.create({
    data: {
      tokenHash: hashToken(token),
      userId: id,
      email,
      createdAt: at,
      expiresAt: new Date(at.getTime() + DAY_MS),
    },
  })
  const url = `${env.baseUrl}/verify-email/${token}`
  return {
    // It goes to whatever address a stranger typed: not even their name.
    to: { name: '', address: email },
    rendered: renderVerificationEmail({ language: Language.catch('en').parse(language), url }),
    opens: url,
  }
}
