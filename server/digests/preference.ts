import { db } from '../db'
import { readToken, signToken } from '../encryption'
import { env } from '../env'
import { NotFound } from '../errors'
import { Language } from '../fields/schema'
import type { Asker } from '../responses/asked'
import type { DigestChoice, SwitchDigest } from './schema'

/*
 * Who wants the weekly digest: owners and admins unless they switch it off, members once they switch it on. Each person says so for
 * each of their organizations. Whoever never said changes with their role.
 */

/** Whether somebody gets the digest of an organization. */
export function wantsDigest({ weeklyDigest, role }: { weeklyDigest: boolean | null; role: string }): boolean {
  return weeklyDigest ?? (role === 'owner' || role === 'admin')
}

type Person = { userId: string }

/** What a person chose for each of their organizations, by name. */
export async function listDigestChoices({ userId }: Person): Promise<DigestChoice[]> {
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

/** @throws {NotFound} for an organization that the person does not belong to. */
export async function switchDigest({ userId }: Person, { organizationId, isOn }: SwitchDigest): Promise<SwitchDigest> {
  const { count } = await db.membership.updateMany({
    where: { organizationId, userId },
    data: { weeklyDigest: isOn },
  })
  if (count === 0) throw new NotFound('organization')
  return { organizationId, isOn }
}

/** What stands behind the link in a digest that switches it off: whom it concerns, and whether it is off. */
export type DigestLink = { asker: Asker; language: Language; email: string; isOff: boolean }

/** Where one person's digests of one organization are switched off, and on again. */
export function digestLink(linkId: string): string {
  return `${env.baseUrl}/u/${signToken('digest', linkId)}`
}

/** Changes nothing. @returns null for a link that is not ours, or whose person left the organization. */
export async function openDigestLink(token: string, wanted: Language | undefined): Promise<DigestLink | null> {
  const linkId = readToken('digest', token)
  const row = linkId && (await db.membership.findUnique({ where: { linkId }, include: LINKED }))
  if (!row) return null
  return {
    asker: { name: row.organization.name, brandColor: row.organization.brandColor },
    language: wanted ?? Language.catch('en').parse(row.user.language),
    email: row.user.email,
    isOff: !wantsDigest(row),
  }
}

const LINKED = {
  organization: { select: { name: true, brandColor: true } },
  user: { select: { email: true, language: true } },
} as const

/** The person behind the link wants no digests of that organization any more, or wants them again. @returns whether it still decides. */
export async function changeDigestByLink(token: string, isOn: boolean): Promise<boolean> {
  const linkId = readToken('digest', token)
  if (linkId === null) return false
  const { count } = await db.membership.updateMany({ where: { linkId }, data: { weeklyDigest: isOn } })
  return count > 0
}
