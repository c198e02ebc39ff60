import { queryRows } from '../db'
import { MAILBOX_PROVIDERS, type MailboxProvider } from './constants'
import type { EmailCounts } from './schema'

const COUNTS_SQL = `count(*)::int AS sent, count(*) FILTER (WHERE status IN ('delivered', 'opened', 'answered'))::int AS delivered,
  count(*) FILTER (WHERE status = 'bounced')::int AS bounced, count(*) FILTER (WHERE is_complaint)::int AS complained,
  count(*) FILTER (WHERE status = 'answered')::int AS answered`

/** `day` or `provider` is null in rows that sum over it. */
export type EmailCountsRow = EmailCounts & { day: string | null; provider: MailboxProvider | null }

/**
 * Emails to contacts since a time, by day and by mailbox provider. Recipients that were deleted are counted under `other`.
 * @param timeZone of the days
 */
export function countEmailsByDayAndProvider(
  organizationId: string,
  since: Date,
  timeZone: string,
): Promise<EmailCountsRow[]> {
  return queryRows<EmailCountsRow>({
    text: `
      WITH message AS MATERIALIZED (
        SELECT to_char(s.sent_at AT TIME ZONE valid_time_zone($3), 'YYYY-MM-DD') AS day, coalesce(lower(split_part(s.recipient, '@', 2)), '') AS domain, s.status,
          c.sending_step_id IS NOT NULL AS is_complaint
        FROM sending_step s
        LEFT JOIN (SELECT DISTINCT sending_step_id FROM message_event
          WHERE organization_id = $1::uuid AND kind = 'complained' AND occurred_at >= $2::timestamptz) c ON c.sending_step_id = s.id
        WHERE s.organization_id = $1::uuid AND s.channel = 'email' AND s.sent_at >= $2::timestamptz),
      domain AS (
        SELECT domain, coalesce((SELECT p.name FROM unnest($4::text[], $5::text[]) AS p(name, pattern) WHERE d.domain ~ p.pattern LIMIT 1), 'other') AS provider
        FROM (SELECT DISTINCT domain FROM message) d)
      SELECT day, provider, ${COUNTS_SQL} FROM message LEFT JOIN domain USING (domain)
      GROUP BY GROUPING SETS ((day), (provider), ()) ORDER BY day DESC, sent DESC`,
    values: [organizationId, since, timeZone, Object.keys(MAILBOX_PROVIDERS), Object.values(MAILBOX_PROVIDERS)],
  })
}
