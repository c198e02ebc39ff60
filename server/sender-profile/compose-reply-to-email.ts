import { now } from '../clock'
import { signToken } from '../encryption'
import { env } from '../env'
import { getTranslator } from '../messages/message-catalogue'
import { makeReason } from '../messaging/outcome/reasons'
import { sanitizeName } from '../messaging/templates/sanitize-name'
import { renderSimpleEmail } from '../messaging/templates/simple-email'
import type { EmailComposer } from '../system-emails/composer-types'
import { Language } from '../validation/schema'

export const composeReplyToEmail: EmailComposer = async (tx, { organizationId, subjectId }) => {
  const confirmation =
    organizationId === null || subjectId === null
      ? null
      : await tx.replyToConfirmation.findFirst({
          where: { organizationId, id: subjectId, confirmedAt: null, expiresAt: { gt: now() } },
          include: { organization: { select: { name: true } } },
        })
  if (!confirmation) return { reason: makeReason('obsolete') }
  const url = `${env.baseUrl}/confirm-reply-to/${signToken('reply-to', confirmation.id)}`
  const language = Language.catch('en').parse(confirmation.language)
  const t = getTranslator(language, 'email')
  // Names are untrusted input: they must not contain anything that mail clients turn into a link.
  const organization = sanitizeName(confirmation.organization.name)
  const requester = sanitizeName(confirmation.requestedByName ?? '')
  const who = requester === '' ? 'none' : 'named'
  return {
    to: { name: '', address: confirmation.email },
    rendered: renderSimpleEmail({
      language,
      subject: t('replyTo.subject', { organization }),
      paragraphs: [
        t('greetingNameless'),
        t('replyTo.why', { who, requester, organization, host: new URL(url).host }),
        t('replyTo.until'),
      ],
      button: { label: t('replyTo.open'), url },
      footer: t('replyTo.footer', { organization }),
    }),
    opens: url,
  }
}
