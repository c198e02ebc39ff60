import { auditAtMostOncePer } from '../../audit/audit'
import { HOUR_MS } from '../../clock'
import { db } from '../../db'
import { parseFailureCode } from '../../outbound/safe-request-error'
import { transact } from '../../unit-of-work'
import { decryptSigningSecret } from '../subscriptions/secrets'
import { OWNER_KEY_INCLUDE, presentOwnerKey } from './list-dashboard-subscriptions'
import { listNewestSubscriptionAttempts } from './queries'

const ATTEMPTS_SHOWN = 20

/**
 * All subscriptions with secret and newest attempts, newest first: for owners and admins (interface specification, 4.6). Audits
 * that the secrets were shown at most once an hour per actor, because programs may poll.
 */
export async function listSubscriptionsWithSecrets(organizationId: string) {
  const rows = await db.webhookSubscription.findMany({
    where: { organizationId },
    include: OWNER_KEY_INCLUDE,
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  })
  const ids = rows.map(({ id }) => id)
  const attempts = await listNewestSubscriptionAttempts(organizationId, ids, ATTEMPTS_SHOWN)
  if (rows.length > 0)
    await transact(() => auditAtMostOncePer(HOUR_MS, organizationId, { action: 'webhook.secrets_shown' }))
  return rows.map((row) => ({
    id: row.id,
    hookUrl: row.hookUrl,
    triggerTypes: row.triggerTypes,
    active: row.active,
    paused: row.ownerKey?.isActive === false,
    owner: presentOwnerKey(row),
    secret: decryptSigningSecret(row.secretEncrypted, row.id),
    createdAt: row.createdAt.toISOString(),
    attempts: attempts.flatMap(({ subscriptionId, ...attempt }) =>
      subscriptionId === row.id
        ? { ...attempt, error: parseFailureCode(attempt.error), createdAt: attempt.createdAt.toISOString() }
        : [],
    ),
  }))
}
