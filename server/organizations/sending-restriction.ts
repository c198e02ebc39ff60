import type { Tx } from '../db'
import { env } from '../env'
import { lockOrganization } from '../locks'
import type { OrganizationRestriction, SendingRestriction } from './constants'

type RestrictionColumns = { verifiedAt: Date | null; suspendedAt: Date | null; deletesAt: Date | null }
type ContactRestrictionColumns = RestrictionColumns & { sendingStoppedAt: Date | null }

/**
 * Without a mail server no address can be confirmed, and no email leaves, so verification is not required. Text messages are allowed there
 * only if sign-up is not open to strangers (server/env.ts).
 */
export function resolveSendingRestriction({
  verifiedAt,
  suspendedAt,
  deletesAt,
}: RestrictionColumns): OrganizationRestriction | null {
  if (suspendedAt !== null) return 'suspended'
  if (deletesAt !== null) return 'deletion'
  return verifiedAt === null && env.smtpUrl !== undefined ? 'verification' : null
}

/** As {@link resolveSendingRestriction}, for the messages of sequences, which also stop after too many bounces or complaints. */
export function resolveContactMessageRestriction(organization: ContactRestrictionColumns): SendingRestriction | null {
  return resolveSendingRestriction(organization) ?? (organization.sendingStoppedAt === null ? null : 'reputation')
}

const RESTRICTION_COLUMNS = { verifiedAt: true, suspendedAt: true, deletesAt: true, sendingStoppedAt: true } as const

/**
 * Reads the hold under a row lock: work that is postponed because of the hold commits before the hold can be lifted, so lifting it
 * finds that work.
 */
export async function lockAndReadSendingRestriction(
  tx: Tx,
  organizationId: string,
): Promise<OrganizationRestriction | null> {
  const organization = await lockAndReadRestrictionColumns(tx, organizationId)
  return organization && resolveSendingRestriction(organization)
}

/** As {@link lockAndReadSendingRestriction}, for the messages of sequences. */
export async function lockAndReadContactMessageRestriction(
  tx: Tx,
  organizationId: string,
): Promise<SendingRestriction | null> {
  const organization = await lockAndReadRestrictionColumns(tx, organizationId)
  return organization && resolveContactMessageRestriction(organization)
}

async function lockAndReadRestrictionColumns(tx: Tx, organizationId: string) {
  await lockOrganization(tx, organizationId, 'SHARE')
  return tx.organization.findUnique({ where: { id: organizationId }, select: RESTRICTION_COLUMNS })
}
