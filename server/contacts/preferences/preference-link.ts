import { db, type Tx } from '../../db'
import { signToken } from '../../encryption'
import { buildPublicUrl, pickLinkDomain, SELECT_LINK_DOMAIN } from '../../link-domains/public-url'
import { lockRow } from '../../locks'
import { getTranslator } from '../../messages/message-catalogue'
import { makeReason } from '../../messaging/outcome/reasons'
import { sanitizeName } from '../../messaging/templates/sanitize-name'
import { renderSimpleEmail } from '../../messaging/templates/simple-email'
import { type OrganizationBranding, presentBranding, SELECT_BRANDING } from '../../sender-profile/branding'
import type { EmailComposer } from '../../system-emails/composer-types'
import { queueSystemEmails } from '../../system-emails/queue-emails'
import { transact } from '../../unit-of-work'
import { Language } from '../../validation/schema'
import { loadSuppressions } from '../suppression'

/* For people who lost the message with the link of their preference page: the form of an organization mails it again. */

/** Null if the organization does not exist, or is being deleted. */
export async function findOrganizationOfForm(
  organizationId: string,
): Promise<{ organization: OrganizationBranding; defaultLanguage: Language } | null> {
  const row = await db.organization.findFirst({
    where: { id: organizationId, deletionBeganAt: null },
    select: { ...SELECT_BRANDING.select, defaultLanguage: true },
  })
  if (!row) return null
  return { organization: presentBranding(row), defaultLanguage: Language.catch('en').parse(row.defaultLanguage) }
}

/**
 * Mails the link of the preference page to the address, if a contact with it was sent a message. That is looked up later, when a job
 * composes the email, so that response and timing are the same for every address.
 */
export async function requestPreferenceLink(organizationId: string, email: string, language: Language): Promise<void> {
  await transact((work) =>
    queueSystemEmails(work, [{ kind: 'preferenceLink', organizationId, address: email, language }]),
  )
}

export const composePreferenceLinkEmail: EmailComposer = async (tx, { organizationId, address, language }) => {
  const recipient = organizationId && address ? await findRecipient(tx, organizationId, address) : null
  if (!recipient) return { reason: makeReason('obsolete') }
  const { contactId, stepId, suppressions, name, linkDomain } = recipient
  if (suppressions?.has('blocked')) return { reason: makeReason('blocked') }
  if (suppressions?.has('bounced')) return { reason: makeReason('suppressed') }
  const url = buildPublicUrl(linkDomain, `/u/${signToken('unsubscribe', stepId)}`)
  const locale = Language.catch('en').parse(language)
  const t = getTranslator(locale, 'email')
  const organization = sanitizeName(name)
  return {
    to: { name: '', address: recipient.email },
    rendered: renderSimpleEmail({
      language: locale,
      from: organization,
      subject: t('preferenceLink.subject', { organization }),
      paragraphs: [t('greetingNameless'), t('preferenceLink.why', { organization })],
      button: { label: t('preferenceLink.open'), url },
      footer: t('preferenceLink.footer', { organization }),
    }),
    opens: url,
    contactIds: [contactId],
  }
}

/** The contact with this address, and the latest step that sent it a message there. */
async function findRecipient(tx: Tx, organizationId: string, email: string) {
  const contact = await tx.contact.findUnique({
    where: { organizationId_email: { organizationId, email } },
    select: { id: true, organization: { select: { name: true, linkDomain: SELECT_LINK_DOMAIN } } },
  })
  if (!contact || !(await lockRow(tx, 'contact', organizationId, contact.id, 'KEY SHARE'))) return null
  const step = await tx.sendingStep.findFirst({
    where: {
      organizationId,
      sending: { contactId: contact.id, email },
      recipient: { not: null },
      AND: [
        { OR: [{ channel: 'sms' }, { recipient: email }] },
        { OR: [{ sentAt: { not: null } }, { capturedAt: { not: null } }] },
      ],
    },
    orderBy: { createdAt: 'desc' },
    select: { id: true },
  })
  const suppressions = (await loadSuppressions(tx, organizationId, [email])).get(email)
  const { name, linkDomain } = contact.organization
  return (
    step && {
      contactId: contact.id,
      stepId: step.id,
      email,
      suppressions,
      name,
      linkDomain: pickLinkDomain(linkDomain),
    }
  )
}
