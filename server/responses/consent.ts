import { optIn, optOut, suppressedAmong } from '../contacts/suppression'
import { db } from '../db'
import { readToken } from '../encryption'
import { Language } from '../fields/schema'
import type { Asker } from './submit'

/** What stands behind an unsubscribe link: whom it concerns, and whether they opted out. */
export type Consent = { asker: Asker; language: Language; email: string; hasOptedOut: boolean }

/** Changes nothing. @returns null for a link that is not ours. */
export async function openConsent(token: string, wanted: Language | undefined): Promise<Consent | null> {
  const step = await findStep(token)
  if (!step) return null
  const { organizationId, organization, sending } = step
  const [suppressed, contact] = await Promise.all([
    suppressedAmong(db, organizationId, [sending.email]),
    db.contact.findFirst({ where: { id: sending.contactId, organizationId }, select: { preferredLanguage: true } }),
  ])
  return {
    asker: { name: organization.name, brandColor: organization.brandColor },
    language: wanted ?? Language.catch('en').parse(contact?.preferredLanguage ?? organization.defaultLanguage),
    email: sending.email,
    hasOptedOut: suppressed.get(sending.email) === 'opted_out',
  }
}

/** The person behind the link opts out, or comes back; either again changes nothing. @returns whether the link is ours. */
export async function changeConsent(token: string, wants: 'out' | 'in'): Promise<boolean> {
  const step = await findStep(token)
  if (!step) return false
  const change = wants === 'out' ? optOut : optIn
  await change(step.organizationId, step.sending.contactId, step.sending.email)
  return true
}

/** The token is signed, so the row that it names is the holder's to see, whatever its organization. */
async function findStep(token: string) {
  const id = readToken('unsubscribe', token)
  if (id === null) return null
  return db.sendingStep.findUnique({
    where: { id },
    select: {
      organizationId: true,
      organization: { select: { name: true, brandColor: true, defaultLanguage: true } },
      sending: { select: { contactId: true, email: true } },
    },
  })
}
