import type { Tx } from '../db'
import { env } from '../env'

/**
 * Why nothing of an organization may leave: no survey, no mail, no SMS, no webhook, no notice. What would leave waits in
 * its row and goes on when the hold is lifted.
 */
export const HOLDS = ['verification', 'suspended'] as const
export type Hold = (typeof HOLDS)[number]

type Held = { verifiedAt: Date | null; suspendedAt: Date | null }

/** Without a mail server nothing leaves in anybody's name and nobody could be asked to confirm: nothing needs to be. */
export function currentHold({ verifiedAt, suspendedAt }: Held): Hold | null {
  if (suspendedAt !== null) return 'suspended'
  return verifiedAt === null && env.smtpUrl !== undefined ? 'verification' : null
}

/**
 * The same, asked with the organization's row held: what waits because of the answer is committed before the hold can be
 * lifted, and so is woken.
 */
export async function lockHold(tx: Tx, organizationId: string): Promise<Hold | null> {
  const [held] = await tx.$queryRaw<Held[]>`
    SELECT verified_at AS "verifiedAt", suspended_at AS "suspendedAt" FROM organization WHERE id = ${organizationId}::uuid FOR SHARE`
  return held ? currentHold(held) : null
}
