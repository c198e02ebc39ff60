import { SMS_NUMBER } from '../contacts/phone'
import {
  type ContactPreferences,
  type PreferenceChanges,
  savePreferences,
  toPreferences,
} from '../contacts/preferences/preferences'
import type { SuppressionReason } from '../contacts/queries'
import { loadSmsOptOuts } from '../contacts/sms-opt-outs'
import { checkConsentLinkContact, loadSuppressions, optIn, optOut } from '../contacts/suppression'
import { db } from '../db'
import { verifyToken } from '../encryption'
import { type OrganizationBranding, presentBranding, SELECT_BRANDING } from '../sender-profile/branding'
import { Language } from '../validation/schema'

export type EmailConsent = {
  organization: OrganizationBranding
  language: Language
  email: string
  hasOptedOut: boolean
  /** Null if the contact has another address now. */
  preferences: PreferenceChoices | null
}

/** What the page offers besides unsubscribing, as it is set. */
export type PreferenceChoices = ContactPreferences & {
  messageLanguage: Language
  /**
   * Null without a phone number: there is only email.
   * @property phoneEnding the last two digits, for who may have a forwarded link
   * @property hasAnsweredStop the number gets no text messages until it answers START
   */
  channels: { phoneEnding: string | null; hasAnsweredStop: boolean } | null
}

/** Read-only. @returns null if the token is invalid, the contact was deleted, or another contact uses the address. */
export async function getEmailConsent(
  token: string,
  requestedLanguage: Language | undefined,
): Promise<EmailConsent | null> {
  const step = await findStep(token)
  if (!step) return null
  const { organizationId, sending, email } = step
  const { defaultLanguage } = step.organization
  const [decision, suppressed, contact] = await Promise.all([
    checkConsentLinkContact(db, organizationId, sending.contactId, email),
    loadSuppressions(db, organizationId, [email]),
    db.contact.findFirst({
      where: { id: sending.contactId, organizationId },
      select: { preferredLanguage: true, phone: true },
    }),
  ])
  if (!decision || !contact) return null
  const suppressions = suppressed.get(email)
  const smsOptOuts = await loadSmsOptOuts(db, organizationId, [contact.phone])
  const messageLanguage = Language.catch('en').parse(contact.preferredLanguage ?? defaultLanguage)
  return {
    organization: presentBranding(step.organization),
    language: requestedLanguage ?? messageLanguage,
    email,
    hasOptedOut: suppressions?.has('opted_out') === true,
    preferences: decision.usesAddress
      ? {
          ...toPreferences(suppressions),
          messageLanguage,
          channels: presentChannels(contact, suppressions, smsOptOuts),
        }
      : null,
  }
}

function presentChannels(
  { phone }: { phone: string | null },
  suppressions: ReadonlySet<SuppressionReason> | undefined,
  smsOptOuts: ReadonlyMap<string, Date>,
): PreferenceChoices['channels'] {
  const { noEmail, noSms } = toPreferences(suppressions)
  const phoneEnding = phone !== null && SMS_NUMBER.test(phone) ? phone.slice(-2) : null
  if (phoneEnding === null && !noEmail && !noSms) return null
  return { phoneEnding, hasAnsweredStop: smsOptOuts.has(phone ?? '') }
}

/**
 * Opts the recipient out, or in again, at the address that the message was sent to. Idempotent.
 * @returns false if the link is no longer valid for the address.
 */
export async function setEmailConsent(token: string, choice: 'out' | 'in'): Promise<boolean> {
  const step = await findStep(token)
  if (!step) return false
  const change = choice === 'out' ? optOut : optIn
  return change(step.organizationId, step.sending.contactId, step.email)
}

/** @returns false if the link is no longer valid for the address. */
export async function setPreferences(token: string, changes: PreferenceChanges): Promise<boolean> {
  const step = await findStep(token)
  return step !== null && savePreferences(step.organizationId, step.sending.contactId, step.email, changes)
}

async function findStep(token: string) {
  const id = verifyToken('unsubscribe', token)
  if (id === null) return null
  const step = await db.sendingStep.findUnique({
    where: { id },
    select: {
      organizationId: true,
      organization: { select: { ...SELECT_BRANDING.select, defaultLanguage: true } },
      channel: true,
      recipient: true,
      sending: { select: { contactId: true, email: true } },
    },
  })
  if (!step) return null
  const { channel, recipient, sending } = step
  return { ...step, email: channel === 'email' && recipient !== null ? recipient : sending.email }
}
