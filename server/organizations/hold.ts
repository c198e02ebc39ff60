import type { Tx } from '../db'
import { env } from '../env'
import type { Hold } from './vocabulary'

type Held = { verifiedAt: Date | null; suspendedAt: Date | null; deletesAt: Date | null }

/**
 * Without a mail server no address can be confirmed, and no email leaves, so verification is not required. Text messages are allowed there
 * only if sign-up is not open to strangers (server/env.ts).
 */
export function currentHold({ verifiedAt, suspendedAt, deletesAt }: Held): Hold | null {
  if (suspendedAt !== null) return 'suspended'
  if (deletesAt !== null) return 'deletion'
  return verifiedAt === null && env.smtpUrl !== undefined ? 'verification' : null
}

/**
 * As {@link currentHold}, with a row lock: work that is postponed because of the hold commits before the hold can be lifted, so lifting it
 * finds that work.
 */
export async function lockHold(tx: Tx, organizationId: string): Promise<Hold | null> {
  const [held] = await tx.$queryRaw<Held[]>`
    SELECT verified_at AS "verifiedAt", suspended_at AS "suspendedAt", deletes_at AS "deletesAt" FROM organization WHERE id = ${organizationId}::uuid FOR SHARE`
  return held ? currentHold(held) : null
}
