import type { Tx } from '../db'
import { env } from '../env'
import type { Hold } from './vocabulary'

type Held = { verifiedAt: Date | null; suspendedAt: Date | null; deletesAt: Date | null }

/**
 * Without a mail server no mail leaves in anybody's name and nobody could be asked to confirm: nothing needs to be. Text messages
 * leave there only where no stranger can sign up (server/env.ts).
 */
export function currentHold({ verifiedAt, suspendedAt, deletesAt }: Held): Hold | null {
  if (suspendedAt !== null) return 'suspended'
  if (deletesAt !== null) return 'deletion'
  return verifiedAt === null && env.smtpUrl !== undefined ? 'verification' : null
}

/**
 * The same, asked with the organization's row held: what waits because of the answer is committed before the hold can be
 * lifted, and so is woken.
 */
export async function lockHold(tx: Tx, organizationId: string): Promise<Hold | null> {
  const [held] = await tx.$queryRaw<Held[]>`
    SELECT verified_at AS "verifiedAt", suspended_at AS "suspendedAt", deletes_at AS "deletesAt" FROM organization WHERE id = ${organizationId}::uuid FOR SHARE`
  return held ? currentHold(held) : null
}
