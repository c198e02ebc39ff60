import { audit } from '../audit/audit'
import { now, realNow } from '../clock'
import { db, type Tx } from '../db'
import { Forbidden, NotFound, ValidationError } from '../errors'
import { lockOrganization } from '../locks'
import { localizableMessage } from '../messages/localizable-message'
import type { UserActor } from '../principal'
import { defineBucket, enforceBuckets } from '../rate-limit/rate-limit'
import { transact } from '../unit-of-work'
import { TEST_ORGANIZATIONS_PER_DAY } from './constants'
import { isTestOrganization } from './is-test-organization'
import type { OwnTestOrganization } from './schema'
import { createTestContacts } from './test-contacts'

/*
 * A test organization belongs to another one and has its settings. Its messages are captured (reserve-quota-and-decide-sends.ts), and its
 * clock can be moved forward (advance-clock.ts). Otherwise it is an organization like others.
 */

export async function getOwnTestOrganization(
  organizationId: string,
  { userId }: Pick<UserActor, 'userId'>,
): Promise<OwnTestOrganization> {
  const own = await db.testOrganization.findFirst({
    where: { parentId: organizationId, organization: { deletesAt: null } },
    select: { organization: { select: { id: true, name: true, memberships: { where: { userId } } } } },
  })
  if (!own) return { id: null, name: null, isMember: false }
  const { id, name, memberships } = own.organization
  return { id, name, isMember: memberships.length > 0 }
}

/**
 * Creates the test organization of an organization, with its settings, its members and a few contacts. An earlier one is
 * deleted.
 * @throws {ValidationError} for a test organization @throws {Forbidden} for a suspended one
 * @throws {RateLimitExceeded} after {@link TEST_ORGANIZATIONS_PER_DAY}
 */
export async function createTestOrganization(
  organizationId: string,
  name: string,
): Promise<{ organizationId: string }> {
  await enforceBuckets([
    defineBucket(`test organizations of ${organizationId}`, 24 * 60 * 60, TEST_ORGANIZATIONS_PER_DAY),
  ])
  return transact(async ({ tx }) => {
    await lockOrganization(tx, organizationId)
    const parent = await tx.organization.findUnique({ where: { id: organizationId }, include: { memberships: true } })
    if (!parent) throw new NotFound('organization')
    if (await isTestOrganization(tx, organizationId))
      throw new ValidationError({ name: [localizableMessage('organization.isTest')] })
    if (parent.suspendedAt !== null || parent.deletesAt !== null) throw new Forbidden()
    await deleteOwnTestOrganization(tx, organizationId)
    const { id } = await tx.organization.create({ data: { name, ...copySettings(parent) }, select: { id: true } })
    await tx.testOrganization.create({ data: { organizationId: id, parentId: organizationId } })
    await tx.membership.createMany({
      data: parent.memberships.map((member) => ({ organizationId: id, userId: member.userId, role: member.role })),
    })
    await createTestContacts(tx, id, parent.defaultCountry)
    const record = { type: 'organization', id, name } as const
    await audit(organizationId, { action: 'organization.test_created', record })
    return { organizationId: id }
  })
}

/** Deletes it without the week of grace: it holds nothing but what was tried. */
async function deleteOwnTestOrganization(tx: Tx, parentId: string): Promise<void> {
  const own = await tx.testOrganization.findUnique({ where: { parentId } })
  if (!own) return
  const { organizationId } = own
  await tx.testOrganization.update({ where: { organizationId }, data: { parentId: null } })
  // Else its members would be signed out.
  await tx.session.updateMany({ where: { organizationId }, data: { organizationId: parentId } })
  await tx.membership.deleteMany({ where: { organizationId } })
  await tx.organization.update({ where: { id: organizationId }, data: { deletesAt: realNow() } })
}

type Settings = Awaited<ReturnType<typeof db.organization.findUniqueOrThrow>>

function copySettings(parent: Settings) {
  const { defaultLanguage, defaultCountry, timeZone, fromName, brandColor, postalAddress } = parent
  const { throttleDays, showsReviewLinks, quietHoursStart, quietHoursEnd } = parent
  return {
    defaultLanguage,
    defaultCountry,
    timeZone,
    fromName,
    brandColor,
    postalAddress,
    throttleDays,
    showsReviewLinks,
    quietHoursStart,
    quietHoursEnd,
    pageLook: parent.pageLook ?? {},
    privacyNotice: parent.privacyNotice ?? {},
    footerText: parent.footerText ?? {},
    reviewLinks: parent.reviewLinks ?? [],
    // Nothing leaves it, so no address needs to be confirmed.
    verifiedAt: now(),
  }
}
