import type { Contact as ContactRow } from '@/prisma/generated/client'
import { audit } from '../../audit/audit'
import { now } from '../../clock'
import type { Prisma, Tx } from '../../db'
import { NotFound, ValidationError } from '../../errors'
import { lockRows } from '../../locks'
import { localizableMessage } from '../../messages/localizable-message'
import { transact } from '../../unit-of-work'
import { cancelSendings } from '../cancel-sendings'
import { contactName } from '../contact-name'
import { isPreference } from '../preferences/constants'
import type { SuppressionReason } from '../queries'
import { findCustomFieldsError } from '../schema'
import { redactSmsOptOutsOfReplacedNumbers } from '../sms-opt-outs'
import { addSuppressions, filterUnsubscribedByOrganization, loadSuppressions } from '../suppression'
import { addEmailsToSuppressions, redactSuppressions } from '../suppression-emails'
import { recordContactChanges, recordContactEvents } from '../timeline/record-contact-events'
import { unionTags } from '../union-tags'
import { listFieldsToFill, type MergeField } from './constants'
import { listDuplicateSendings, moveContactRows } from './merge-queries'
import type { MergeContacts, MergedContact } from './schema'

/**
 * Merges another contact into one that stays: moves its rows, unites tags and custom fields (of one key the kept contact's value), and
 * deletes it. An opt-out of either holds for the merged contact, at both addresses. Of two running sendings to one sequence, that of the
 * kept contact goes on. Cannot be undone.
 * @throws {NotFound} if the contact does not exist
 * @throws {ValidationError} under `otherId` if the other one does not exist, or is the same; under `tags` or `customFields` if both together
 * exceed a limit
 */
export async function mergeContacts(
  organizationId: string,
  { id, otherId, fromOther }: MergeContacts,
): Promise<MergedContact> {
  if (id.toLowerCase() === otherId.toLowerCase())
    throw new ValidationError({ otherId: [localizableMessage('contact.mergeWithItself')] })
  return transact(async ({ tx }) => {
    const [kept, other] = await lockAndReadBoth(tx, organizationId, id, otherId)
    await lockSendingsOfBoth(tx, organizationId, [id, otherId])
    const duplicates = await listDuplicateSendings(tx, organizationId, { id, otherId })
    await cancelSendings(tx, organizationId, duplicates, 'contactMerged')
    await moveContactRows(tx, organizationId, { id, otherId })
    await tx.contact.delete({ where: { organizationId, id: otherId } })
    const consent = await uniteConsent(tx, organizationId, kept, other)
    const merged = mergeFields(kept, other, fromOther ?? listFieldsToFill(kept, other))
    const data = { ...merged, ...consent.columns(merged.email), updatedAt: now() }
    const after = await tx.contact.update({ where: { organizationId, id }, data })
    for (const reason of consent.reasons) await addSuppressions(tx, organizationId, [kept.email, other.email], reason)
    const unused = [kept.email, other.email].filter((email) => email !== after.email)
    await redactSuppressions(tx, organizationId, unused)
    await addEmailsToSuppressions(tx, organizationId, [after.email])
    await recordContactChanges(tx, organizationId, [{ before: kept, after }])
    const replaced = [kept, other].map((before) => ({ before, after }))
    await redactSmsOptOutsOfReplacedNumbers(tx, organizationId, replaced)
    const details = { name: contactName(other), email: other.email }
    await recordContactEvents(tx, organizationId, [{ contactId: id, kind: 'merged', details }])
    // No names: audit entries outlive the erasure of a person.
    await audit(organizationId, { action: 'contact.merged', record: { type: 'contact', id, name: null } })
    return { id, mergedId: otherId }
  })
}

async function lockAndReadBoth(
  tx: Tx,
  organizationId: string,
  id: string,
  otherId: string,
): Promise<[kept: ContactRow, other: ContactRow]> {
  await lockRows(tx, 'contact', organizationId, [id, otherId])
  const [kept, other] = [
    await tx.contact.findUnique({ where: { organizationId, id } }),
    await tx.contact.findUnique({ where: { organizationId, id: otherId } }),
  ]
  if (!kept) throw new NotFound('contact')
  if (!other) throw new ValidationError({ otherId: [localizableMessage('contact.mergeUnknown')] })
  return [kept, other]
}

/** A response that is being written holds its sending: once they are locked, it is seen and moved too. */
async function lockSendingsOfBoth(tx: Tx, organizationId: string, contactIds: readonly string[]): Promise<void> {
  const sendings = await tx.sending.findMany({
    where: { organizationId, contactId: { in: [...contactIds] } },
    select: { id: true },
  })
  await lockRows(
    tx,
    'sending',
    organizationId,
    sendings.map(({ id }) => id),
  )
}

function mergeFields(kept: ContactRow, other: ContactRow, fromOther: readonly MergeField[]) {
  const tags = unionTags(kept.tags, other.tags)
  const customFields = { ...(other.customFields as Prisma.JsonObject), ...(kept.customFields as Prisma.JsonObject) }
  const fault = findCustomFieldsError(customFields)
  if (fault) throw new ValidationError({ customFields: [fault] })
  const createdAt = kept.createdAt < other.createdAt ? kept.createdAt : other.createdAt
  const chosen: Partial<Pick<ContactRow, MergeField>> = {}
  for (const field of fromOther) Object.assign(chosen, { [field]: other[field] })
  return { email: kept.email, ...chosen, tags, customFields, createdAt }
}

/** What either contact, or either address, refused or wants less of. A bounce belongs to its address. */
async function uniteConsent(tx: Tx, organizationId: string, kept: ContactRow, other: ContactRow) {
  const suppressions = await loadSuppressions(tx, organizationId, [kept.email, other.email])
  const stored = [...suppressions.values()].flatMap((reasons) => [...reasons])
  const times = [kept, other].flatMap(({ optedOutAt }) => optedOutAt ?? [])
  const reasons = new Set<SuppressionReason>(stored.filter((reason) => reason !== 'bounced'))
  if (times.length > 0) reasons.add('opted_out')
  if ((await filterUnsubscribedByOrganization(tx, organizationId, [kept, other])).length > 0)
    reasons.add('unsubscribed')
  const hasOptedOut = reasons.has('opted_out')
  const unsubscribed = [...reasons].some((reason) => !isPreference(reason))
  const optedOutAt = times.toSorted((one, next) => one.getTime() - next.getTime())[0] ?? (hasOptedOut ? now() : null)
  const columns = (email: string) => {
    const owner = email === kept.email ? kept : other
    const hasBounced = suppressions.get(email)?.has('bounced') === true
    return { unsubscribed, optedOutAt, bouncedAt: owner.bouncedAt ?? (hasBounced ? now() : null) }
  }
  return { reasons, columns }
}
