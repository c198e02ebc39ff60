import type { Tx } from '../../db'
import { transact } from '../../unit-of-work'
import { Language } from '../../validation/schema'
import type { SuppressionReason } from '../queries'
import { loadSmsOptOuts } from '../sms-opt-outs'
import {
  addSuppression,
  loadSuppressions,
  lockConsentLinkContact,
  optOutInTransaction,
  removeSuppressions,
} from '../suppression'
import { CONTACT_ACTOR, recordContactEvents } from '../timeline/record-contact-events'
import type { PreferenceReason } from './constants'

/** What a person wants less of: at most one survey in 90 days, no messages by email, none by SMS. */
export type ContactPreferences = { fewerSurveys: boolean; noEmail: boolean; noSms: boolean }

/** What they change; absent fields stay as they are. @property language of messages to them */
export type PreferenceChanges = Partial<ContactPreferences & { language: Language }>

const REASONS = {
  fewerSurveys: 'fewer_surveys',
  noEmail: 'no_email',
  noSms: 'no_sms',
} as const satisfies Record<keyof ContactPreferences, PreferenceReason>
const FIELDS = Object.keys(REASONS) as (keyof ContactPreferences)[]

export function toPreferences(suppressions: ReadonlySet<SuppressionReason> = new Set()): ContactPreferences {
  const { fewerSurveys, noEmail, noSms } = REASONS
  return {
    fewerSurveys: suppressions.has(fewerSurveys),
    noEmail: suppressions.has(noEmail),
    noSms: suppressions.has(noSms),
  }
}

/**
 * Saves what a person wants less of, for the address that the message was sent to. Wanting neither emails nor text messages opts them out, also
 * if they refused the latter by STOP. Nothing here opts them in. The language is that of the contact, if it still has the address.
 * @returns false if the link is no longer valid
 */
export async function savePreferences(
  organizationId: string,
  contactId: string,
  email: string,
  { language, ...changes }: PreferenceChanges,
): Promise<boolean> {
  return transact(async ({ tx }) => {
    const link = await lockConsentLinkContact(tx, organizationId, contactId, email)
    if (!link) return false
    const wantsNothing =
      changes.noEmail === true &&
      (changes.noSms === true || (link.usesAddress && (await hasAnsweredStop(tx, organizationId, contactId))))
    const limits = wantsNothing ? { ...changes, noEmail: false, noSms: false } : changes
    const details = await changeLimits(tx, organizationId, email, limits)
    if (link.usesAddress && Object.keys(details).length > 0) {
      const event = { contactId, kind: 'preferencesChanged' as const, details }
      await recordContactEvents(tx, organizationId, [event], CONTACT_ACTOR)
    }
    if (link.usesAddress && language) await changeLanguage(tx, organizationId, contactId, language)
    return wantsNothing ? optOutInTransaction(tx, organizationId, contactId, email) : true
  })
}

async function hasAnsweredStop(tx: Tx, organizationId: string, contactId: string): Promise<boolean> {
  const where = { organizationId, id: contactId }
  const { phone } = await tx.contact.findUniqueOrThrow({ where, select: { phone: true } })
  return (await loadSmsOptOuts(tx, organizationId, [phone])).size > 0
}

/** @returns the changed fields with their values before and after */
async function changeLimits(
  tx: Tx,
  organizationId: string,
  email: string,
  changes: Partial<ContactPreferences>,
): Promise<Partial<Record<keyof ContactPreferences, [before: boolean, after: boolean]>>> {
  const stored = toPreferences((await loadSuppressions(tx, organizationId, [email])).get(email))
  const changed = FIELDS.filter((field) => (changes[field] ?? stored[field]) !== stored[field])
  for (const field of changed)
    if (stored[field]) await removeSuppressions(tx, organizationId, email, [REASONS[field]])
    else await addSuppression(tx, organizationId, email, REASONS[field])
  return Object.fromEntries(changed.map((field) => [field, [stored[field], !stored[field]]]))
}

/** A contact without a language of its own gets messages in that of the organization. */
async function changeLanguage(tx: Tx, organizationId: string, contactId: string, language: Language): Promise<void> {
  const where = { organizationId, id: contactId }
  const { preferredLanguage, organization } = await tx.contact.findUniqueOrThrow({
    where,
    select: { preferredLanguage: true, organization: { select: { defaultLanguage: true } } },
  })
  if (Language.catch('en').parse(preferredLanguage ?? organization.defaultLanguage) === language) return
  await tx.contact.update({ where, data: { preferredLanguage: language } })
  const details = { preferredLanguage: [preferredLanguage, language] }
  await recordContactEvents(tx, organizationId, [{ contactId, kind: 'changed', details }], CONTACT_ACTOR)
}

/** A new address of a contact gets the preferences of the previous one, besides its own. */
export async function copyPreferences(tx: Tx, organizationId: string, from: string, to: string): Promise<void> {
  const stored = toPreferences((await loadSuppressions(tx, organizationId, [from])).get(from))
  for (const field of FIELDS) if (stored[field]) await addSuppression(tx, organizationId, to, REASONS[field])
}
