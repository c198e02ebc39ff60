import { db } from '../db'
import { signToken, verifyToken } from '../encryption'
import { env } from '../env'
import { NotFound } from '../errors'
import { type OrganizationBranding, presentBranding, SELECT_BRANDING } from '../sender-profile/branding'
import { Language } from '../validation/schema'
import type { DigestPreference, SwitchDigest } from './schema'

/* Weekly digest preference, per person and organization. Unset, it follows the role: on for owners and admins, off for members. */

export function wantsDigest({ weeklyDigest, role }: { weeklyDigest: boolean | null; role: string }): boolean {
  return weeklyDigest ?? (role === 'owner' || role === 'admin')
}

export async function listDigestPreferences({ userId }: { userId: string }): Promise<DigestPreference[]> {
  const rows = await db.membership.findMany({
    where: { userId, organization: { deletionBeganAt: null } },
    include: { organization: { select: { name: true } } },
    orderBy: [{ organization: { name: 'asc' } }, { organizationId: 'asc' }],
  })
  return rows.map((row) => ({
    organizationId: row.organizationId,
    name: row.organization.name,
    isOn: wantsDigest(row),
  }))
}

export async function switchDigest(
  { userId }: { userId: string },
  { organizationId, isOn }: SwitchDigest,
): Promise<SwitchDigest> {
  const where = { organizationId, userId }
  const { count } = await db.membership.updateMany({ where, data: { weeklyDigest: isOn } })
  if (count === 0) throw new NotFound('organization')
  return { organizationId, isOn }
}

export function buildDigestUnsubscribeUrl(linkId: string): string {
  return `${env.baseUrl}/u/${signToken('digest', linkId)}`
}

export async function getDigestPreferenceByToken(
  token: string,
  requestedLanguage: Language | undefined,
): Promise<{ organization: OrganizationBranding; language: Language; email: string; isOff: boolean } | null> {
  const linkId = verifyToken('digest', token)
  if (linkId === null) return null
  const row = await db.membership.findUnique({
    where: { linkId },
    include: {
      organization: SELECT_BRANDING,
      user: { select: { email: true, language: true } },
    },
  })
  return (
    row && {
      organization: presentBranding(row.organization),
      language: requestedLanguage ?? Language.catch('en').parse(row.user.language),
      email: row.user.email,
      isOff: !wantsDigest(row),
    }
  )
}

export async function switchDigestByToken(token: string, isOn: boolean): Promise<boolean> {
  const linkId = verifyToken('digest', token)
  if (linkId === null) return false
  const { count } = await db.membership.updateMany({ where: { linkId }, data: { weeklyDigest: isOn } })
  return count > 0
}
