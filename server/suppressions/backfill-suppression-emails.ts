import { addEmailsToSuppressions } from '../contacts/suppression-emails'
import { db } from '../db'

const BATCH_SIZE = 1000

/**
 * Once per organization: stores the addresses of contacts in suppressions from before addresses were stored, which a migration cannot do
 * because hashes are keyed. Afterwards every change keeps them in step.
 */
export async function backfillSuppressionEmails(organizationId: string): Promise<void> {
  const unlinked = { organizationId, isLinked: false }
  if ((await db.suppression.findFirst({ where: unlinked, select: { id: true } })) === null) return
  for (let after: string | undefined; ; ) {
    const contacts = await db.contact.findMany({
      where: {
        organizationId,
        OR: [{ unsubscribed: true }, { bouncedAt: { not: null } }],
        ...(after === undefined ? {} : { id: { gt: after } }),
      },
      orderBy: { id: 'asc' },
      take: BATCH_SIZE,
      select: { id: true, email: true },
    })
    await addEmailsToSuppressions(
      db,
      organizationId,
      contacts.map(({ email }) => email),
    )
    after = contacts.at(-1)?.id
    if (after === undefined) break
  }
  await db.suppression.updateMany({ where: unlinked, data: { isLinked: true } })
}
