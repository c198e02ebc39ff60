import { audit, listFieldChanges } from '../audit/audit'
import { db, type Tx } from '../db'
import { NotFound, ValidationError } from '../errors'
import { lockOrganization } from '../locks'
import { localizableMessage } from '../messages/localizable-message'
import { assertUnchanged } from '../optimistic-lock'
import { transact } from '../unit-of-work'
import { toLogoImage } from './constants'
import { parseFooterText } from './footer-text'
import { SELECT_LOGO } from './logo'
import { parsePageLook } from './page-look'
import { parsePrivacyNotice } from './privacy-notice'
import { presentPendingReplyTo } from './reply-to-confirmation'
import { SenderProfile, type SenderSettings, type UpdateSenderProfile } from './schema'

export async function getSenderSettings(organizationId: string): Promise<SenderSettings> {
  return loadSenderSettings(db, organizationId)
}

/**
 * Updates only the given fields. Choosing a member for replies removes the confirmed address.
 * @throws {NotFound} @throws {EditConflict} if the stored value of a field of `asRead` differs
 * @throws {ValidationError} under `replyToUserId` for a non-member or an unconfirmed address
 */
export async function updateSenderProfile(
  organizationId: string,
  { asRead, ...changes }: UpdateSenderProfile,
): Promise<SenderSettings> {
  return transact(async ({ tx }) => {
    await lockOrganization(tx, organizationId)
    const stored = await loadSenderSettings(tx, organizationId)
    const before = SenderProfile.parse(stored)
    assertUnchanged(asRead, before)
    if (changes.replyToUserId) await requireReplyToMember(tx, organizationId, changes.replyToUserId)
    const data = changes.replyToUserId ? { ...changes, replyToEmail: null } : changes
    await tx.organization.update({ where: { id: organizationId }, data })
    const updated = await loadSenderSettings(tx, organizationId)
    const differences = listFieldChanges(before, SenderProfile.parse(updated))
    const record = { type: 'organization', id: organizationId, name: stored.organizationName } as const
    if (differences.length > 0)
      await audit(organizationId, { action: 'settings.changed', record, changes: differences })
    return updated
  })
}

async function requireReplyToMember(tx: Tx, organizationId: string, userId: string): Promise<void> {
  const where = { organizationId, userId, user: { emailVerifiedAt: { not: null } } }
  if ((await tx.membership.count({ where })) === 0)
    throw new ValidationError({ replyToUserId: [localizableMessage('organization.replyTo')] })
}

async function loadSenderSettings(tx: Tx, organizationId: string): Promise<SenderSettings> {
  const row = await tx.organization.findUnique({
    where: { id: organizationId },
    select: {
      name: true,
      fromName: true,
      replyToUserId: true,
      replyToEmail: true,
      postalAddress: true,
      brandColor: true,
      pageLook: true,
      privacyNotice: true,
      footerText: true,
      tracksOpensAndClicks: true,
      logo: SELECT_LOGO,
      replyToConfirmation: true,
    },
  })
  if (!row) throw new NotFound('organization')
  const { name, pageLook, privacyNotice, footerText, logo, replyToConfirmation, ...profile } = row
  return {
    ...profile,
    organizationName: name,
    pageLook: parsePageLook(pageLook),
    privacyNotice: parsePrivacyNotice(privacyNotice),
    footerText: parseFooterText(footerText),
    logo: logo && toLogoImage(logo),
    pendingReplyTo: presentPendingReplyTo(replyToConfirmation),
  }
}
