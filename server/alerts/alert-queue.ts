import { createTableItemSource } from '../jobs/create-due-item-source'
import { defineQueue } from '../jobs/define-queue'
import { createDueNotifications } from './create-due-notifications'
import { matchCandidates } from './match-candidates'
import { postAlertToChannel } from './post-to-channel'
import { sendAlertSms } from './send-sms'

/**
 * One row per organization with responses and reviews to match, per rule with pending alerts whose pause has ended, and per due text
 * message or post. Emails have a queue of their own.
 */
const DUE_WORK_SQL = `(
  SELECT organization_id, 'match' AS kind, organization_id AS id, min(created_at) AS due_at FROM alert_candidate GROUP BY organization_id
  UNION ALL
  SELECT r.organization_id, 'rule', r.id,
    greatest(oldest.created_at, r.notified_at + make_interval(mins => r.pause_minutes)) AS due_at
  FROM alert_rule r CROSS JOIN LATERAL (
    SELECT a.created_at FROM alert a WHERE a.organization_id = r.organization_id AND a.rule_id = r.id
      AND a.notification_id IS NULL AND a.state = 'waiting' ORDER BY a.id LIMIT 1) oldest
  UNION ALL
  SELECT organization_id, CASE kind WHEN 'sms' THEN 'text' ELSE 'post' END, id, next_attempt_at FROM alert_message WHERE next_attempt_at IS NOT NULL) AS work`

const HANDLERS = {
  match: matchCandidates,
  rule: createDueNotifications,
  text: sendAlertSms,
  post: postAlertToChannel,
} as const

export const alertQueue = defineQueue({
  name: 'alerts/alerts',
  limits: { perOrganization: 10, organizations: 50, budgetMs: 15_000 },
  due: createTableItemSource<{ id: string; kind: keyof typeof HANDLERS }>('alerts', {
    table: DUE_WORK_SQL,
    dueColumn: 'due_at',
    columns: ['kind'],
  }),
  perform: (organizationId, { kind, id }) => HANDLERS[kind](organizationId, id),
})
