import { now } from '../../clock'
import { Prisma, type Tx } from '../../db'
import { reasonFor } from '../../outgoing/reasons'

/**
 * Erases the text and recipient of replies to a contact, in the transaction that deletes the contact, after the deletion. Author and time
 * are kept. A reply that is being sent is not recalled, but not retried either.
 */
export async function eraseReplies(tx: Tx, organizationId: string, contactId: string): Promise<void> {
  const written = Prisma.sql`
    SELECT r.id FROM response p JOIN response_reply r ON r.organization_id = p.organization_id AND r.response_id = p.id
    WHERE p.organization_id = ${organizationId}::uuid AND p.contact_id = ${contactId}::uuid`
  const mails = await tx.$queryRaw<{ replyId: string; claimedAt: Date | null }[]>`
    DELETE FROM system_email WHERE organization_id = ${organizationId}::uuid AND kind = 'caseReply' AND about_id IN (${written})
    RETURNING about_id AS "replyId", claimed_at AS "claimedAt"`
  const claimed = mails.filter(({ claimedAt }) => claimedAt !== null).map(({ replyId }) => replyId)
  const isOut = Prisma.sql`id = ANY(${claimed}::uuid[])`
  // The mail server's response may contain the address.
  await tx.$executeRaw`
    UPDATE response_reply SET subject = '', text = '', recipient = '',
      status = CASE WHEN status = 'waiting' THEN 'failed' ELSE status END,
      sent_at = CASE WHEN status = 'waiting' AND ${isOut} THEN ${now()} ELSE sent_at END,
      ended_at = coalesce(ended_at, ${now()}),
      reason = CASE WHEN status = 'waiting' AND ${isOut} THEN ${JSON.stringify(reasonFor('interrupted'))}::jsonb
        WHEN status = 'waiting' THEN ${JSON.stringify(reasonFor('contactDeleted'))}::jsonb
        WHEN reason -> 'values' ->> 'words' IS NOT NULL THEN jsonb_set(reason, '{values,words}', '""') ELSE reason END
    WHERE organization_id = ${organizationId}::uuid AND id IN (${written})`
}
