import { queryRows } from '../db'

const ORGANIZATIONS_MAX = 100

/** An organization that texted a number, and the contact of the last message, which may be deleted. */
export type TextMessageSender = { organizationId: string; contactId: string; at: Date }

/**
 * The organizations that sent text messages to a number, the latest first. All of them share the sender's number, so only the rows tell which
 * ones a reply is for.
 */
export function listSendersToNumber(phone: string): Promise<TextMessageSender[]> {
  return queryRows<TextMessageSender>({
    name: 'text-message-senders',
    text: `
      SELECT "organizationId", "contactId", at FROM (
        SELECT DISTINCT ON (s.organization_id) s.organization_id AS "organizationId", d.contact_id AS "contactId",
          coalesce(s.sent_at, s.claimed_at) AS at
        FROM sending_step s JOIN sending d ON d.organization_id = s.organization_id AND d.id = s.sending_id
        WHERE s.channel = 'sms' AND s.recipient = $1 AND coalesce(s.sent_at, s.claimed_at) IS NOT NULL
        ORDER BY s.organization_id, coalesce(s.sent_at, s.claimed_at) DESC) latest
      ORDER BY at DESC LIMIT ${ORGANIZATIONS_MAX}`,
    values: [phone],
  })
}
