import { ALERT_RETENTION_DAYS } from '../alerts/constants'
import { API_REQUEST_RETENTION_DAYS } from '../api-keys/constants'
import { AUDIT_RETENTION_DAYS } from '../audit/constants'
import { ITEM_RETENTION_DAYS } from '../bulk-actions/constants'
import { DELETED_RECORD_RETENTION_DAYS } from '../change-feed/constants'
import { DAY_MS, now } from '../clock'
import { CONTACT_EVENT_RETENTION_DAYS } from '../contacts/timeline/constants'
import { Prisma } from '../db'
import { DIGEST_RETENTION_DAYS } from '../digests/constants'
import { IMPORT_ROW_RETENTION_DAYS } from '../imports/contacts/constants'
import { MESSAGE_EVENT_RETENTION_DAYS } from '../message-events/constants'
import { GOOGLE_CONSENT_VALID_MS } from '../reviews/constants'
import { DEDUPE_KEY_DAYS } from '../sequences/constants'
import { CANDIDATE_RETENTION_DAYS } from '../sequences/entry/constants'
import { TRIGGER_REQUEST_RETENTION_DAYS } from '../sequences/trigger-addresses/constants'
import { VERSIONS_KEPT } from '../surveys/versions/constants'
import { transact } from '../unit-of-work'
import { deleteRowsWhere } from './queries'

const ROWS_AT_ONCE = 5000
const BUDGET_MS = 25_000
const STATEMENT_MS = 25_000

type Retention = { period: string; expiredSql?: (at: Date) => Prisma.Sql }

const WITH_ORGANIZATION: Retention = { period: 'until the organization is deleted' }
const olderThan = (column: string, days: number) => (at: Date) =>
  Prisma.sql`${Prisma.raw(column)} < ${new Date(at.getTime() - days * DAY_MS)}`

const untilOrganizationDeleted = (table: string): Retention => ({
  period: 'until the organization is deleted, at most an hour longer',
  expiredSql: () =>
    Prisma.sql`NOT EXISTS (SELECT FROM organization o WHERE o.id = ${Prisma.raw(table)}.organization_id)`,
})

function isExpiredContactJob(at: Date): Prisma.Sql {
  const before = (days: number) => new Date(at.getTime() - days * DAY_MS)
  return Prisma.sql`(status = 'draft' AND created_at < ${before(1)})
    OR (status IN ('reading', 'checking', 'ready') AND created_at < ${before(7)}) OR finished_at < ${before(400)}`
}

/** Retention period of every table: the single source (docs/deploy.md mirrors it). A table without an entry fails a test. */
export const RETENTION_BY_TABLE: Record<string, Retention> = {
  organization: { period: 'until it is deleted' },
  user: { period: 'until the person deletes their account, and a week after that' },
  membership: { period: 'until the person leaves, or the organization is deleted' },
  invitation: {
    period: '30 days after it was accepted, withdrawn or ran out',
    expiredSql: olderThan('coalesce(accepted_at, withdrawn_at, expires_at)', 30),
  },
  test_organization: WITH_ORGANIZATION,
  organization_logo: { period: 'until it is replaced or deleted' },
  reply_to_confirmation: { period: '30 days after the link expired', expiredSql: olderThan('expires_at', 30) },
  saved_view: { period: 'until the person deletes it, or leaves' },
  unread_marker: { period: 'until the person leaves' },
  session: { period: 'until it ends', expiredSql: olderThan('expires_at', 0) },
  authenticator_app: {
    period: 'until the person removes it; a day where none of its codes was ever right',
    expiredSql: (at) => Prisma.sql`confirmed_at IS NULL AND created_at < ${new Date(at.getTime() - DAY_MS)}`,
  },
  passkey: { period: 'until the person removes it' },
  identity: { period: 'until the person disconnects it' },
  recovery_code: { period: 'until new ones are made, or the last way to sign in in two steps is removed' },
  email_change: { period: 'a day, or until both addresses say yes', expiredSql: olderThan('expires_at', 0) },
  phone_change: { period: 'ten minutes, or until its code is typed', expiredSql: olderThan('expires_at', 0) },
  sign_in_challenge: { period: 'ten minutes', expiredSql: olderThan('expires_at', 0) },
  account_token: { period: '30 days after the link expired', expiredSql: olderThan('expires_at', 30) },
  api_key: { period: 'until it is revoked' },
  api_request: {
    period: '7 days, or until its key is revoked',
    expiredSql: olderThan('created_at', API_REQUEST_RETENTION_DAYS),
  },
  location: WITH_ORGANIZATION,
  contact_organization: WITH_ORGANIZATION,
  employee: WITH_ORGANIZATION,
  contact: { period: 'until it is deleted' },
  segment: WITH_ORGANIZATION,
  contact_activity: { period: 'until the contact is deleted' },
  contact_event: {
    period: '3 years, or until the contact is deleted',
    expiredSql: olderThan('at', CONTACT_EVENT_RETENTION_DAYS),
  },
  contact_note: { period: 'until its author or an admin deletes it, or the contact is deleted' },
  contact_duplicate_dismissal: { period: 'until one of the two contacts is deleted' },
  contact_property: { period: 'until it is deleted' },
  contact_job: {
    period: 'a day if its file was not uploaded, a week if it was not started; otherwise 400 days after it ended',
    expiredSql: isExpiredContactJob,
  },
  contact_import_chunk: {
    period: 'until its import starts or fails, or with it',
    expiredSql:
      () => Prisma.sql`EXISTS (SELECT FROM contact_job j WHERE j.organization_id = contact_import_chunk.organization_id
      AND j.id = contact_import_chunk.job_id AND j.finished_at IS NOT NULL)`,
  },
  contact_import_row: {
    period:
      '90 days after its import ended, at once if it was not reached; what it says of a contact until that is deleted',
    expiredSql: (
      at,
    ) => Prisma.sql`EXISTS (SELECT FROM contact_job j WHERE j.organization_id = contact_import_row.organization_id
      AND j.id = contact_import_row.job_id AND j.finished_at IS NOT NULL
      AND (contact_import_row.outcome = 'pending' OR j.finished_at < ${new Date(at.getTime() - IMPORT_ROW_RETENTION_DAYS * DAY_MS)}))`,
  },
  contact_job_item: {
    period: '30 days after its action ended; what it changed of a contact until that is deleted',
    expiredSql: (
      at,
    ) => Prisma.sql`EXISTS (SELECT FROM contact_job j WHERE j.organization_id = contact_job_item.organization_id
      AND j.id = contact_job_item.job_id AND j.finished_at < ${new Date(at.getTime() - ITEM_RETENTION_DAYS * DAY_MS)})`,
  },
  suppression: WITH_ORGANIZATION,
  sms_opt_out: WITH_ORGANIZATION,
  received_text_message: { period: '30 days', expiredSql: olderThan('received_at', 30) },
  survey: WITH_ORGANIZATION,
  survey_version: { period: `the latest ${VERSIONS_KEPT} of a survey, and those that responses name` },
  survey_link: { period: 'until it is deleted' },
  survey_widget: { period: 'until it is deleted' },
  shared_results: { period: 'until it is revoked' },
  sequence: { period: 'until it is deleted' },
  sequence_step: { period: 'until it, or its sequence, is deleted' },
  sequence_revision: { period: 'until the people under way have looked at the steps again' },
  sending: { period: 'until the organization is deleted; its address until the contact is' },
  sending_dedupe_key: { period: '90 days', expiredSql: olderThan('created_at', DEDUPE_KEY_DAYS) },
  sequence_version: { period: 'until no one is under way on its steps, and the sequence is saved' },
  sequence_message_day: { period: '30 days', expiredSql: olderThan('day', 30) },
  entry_rule: { period: 'until it is removed, or its sequence' },
  entry_candidate: {
    period: '90 days, or until its rule is removed',
    expiredSql: olderThan('created_at', CANDIDATE_RETENTION_DAYS),
  },
  entry_rule_member: { period: 'until the person leaves the segment, or the rule is removed' },
  trigger_address: { period: 'until it is deleted, or its sequence' },
  trigger_request: {
    period: '90 days, or with its address; its body 30 days, or until the contact is deleted',
    expiredSql: olderThan('created_at', TRIGGER_REQUEST_RETENTION_DAYS),
  },
  sending_step: { period: 'until the organization is deleted; its recipient until the contact is' },
  mail_event_intake: { period: 'until it is removed' },
  message_event: {
    period: '400 days, or with its email; its words until the contact is deleted',
    expiredSql: olderThan('received_at', MESSAGE_EVENT_RETENTION_DAYS),
  },
  response: {
    period:
      'until the organization is deleted; its text until it, or its contact, is erased, or as long as the settings say; an address entered with a flagged one until a member decides on it, or the contact is deleted',
  },
  response_tag: { period: 'until it is deleted' },
  response_tagging: { period: 'until the tag is taken off, or deleted' },
  response_note: { period: 'until its author or an admin deletes it, or with the text of its response' },
  response_reply: { period: 'until the organization is deleted; its words and address until the contact is' },
  response_event: WITH_ORGANIZATION,
  review: { period: 'until its site removes it, or the organization is deleted' },
  review_event: { period: 'with its review' },
  removed_review: WITH_ORGANIZATION,
  deleted_record: { period: '30 days', expiredSql: olderThan('deleted_at', DELETED_RECORD_RETENTION_DAYS) },
  review_source: { period: 'until it is removed with its reviews, or the organization is deleted' },
  review_consent: {
    period: 'an hour, or until its places are chosen',
    expiredSql: (at) => Prisma.sql`created_at < ${new Date(at.getTime() - GOOGLE_CONSENT_VALID_MS)}`,
  },
  reply_template: { period: 'until it is deleted' },
  sending_domain: { period: 'until it is removed' },
  link_domain: { period: 'until it is removed' },
  sandbox_site: { period: 'until the trial site is switched off' },
  sandbox_review: {
    period: 'with its site; 30 days after it was removed there',
    expiredSql: olderThan('removed_at', 30),
  },
  webhook_subscription: { period: 'until it is removed, or its key is revoked' },
  webhook_delivery: { period: '30 days', expiredSql: olderThan('created_at', 30) },
  webhook_attempt: { period: 'with its delivery' },
  alert_rule: { period: 'until it is deleted' },
  alert_channel: { period: 'until its rule goes, or posts there no more' },
  alert_candidate: { period: 'until the alert job has compared it with the rules' },
  alert: { period: '90 days, or until its rule is deleted', expiredSql: olderThan('created_at', ALERT_RETENTION_DAYS) },
  alert_message: {
    period: '90 days, or until its rule is deleted',
    expiredSql: olderThan('created_at', ALERT_RETENTION_DAYS),
  },
  digest: { period: '400 days', expiredSql: olderThan('created_at', DIGEST_RETENTION_DAYS) },
  digest_mail: { period: 'with its digest' },
  audit_event: { period: '400 days', expiredSql: olderThan('created_at', AUDIT_RETENTION_DAYS) },
  system_email: { period: '30 days after it ended', expiredSql: olderThan('ended_at', 30) },
  captured_message: { period: '30 days, or until the contact is deleted', expiredSql: olderThan('created_at', 30) },
  idempotency_record: { period: '24 hours', expiredSql: olderThan('created_at', 1) },
  daily_usage: { period: '400 days', expiredSql: olderThan('day', 400) },
  job_signal: WITH_ORGANIZATION,
  installation: { period: 'as long as the service; one row' },
  job_heartbeat: { period: 'as long as the service; a few rows' },
  rate_limit_counter: { period: 'until its window ends', expiredSql: () => Prisma.sql`resets_at <= clock_timestamp()` },
  rate_window: untilOrganizationDeleted('rate_window'),
  list_total: untilOrganizationDeleted('list_total'),
  list_change: untilOrganizationDeleted('list_change'),
  response_daily_stats: untilOrganizationDeleted('response_daily_stats'),
  answer_daily_stats: untilOrganizationDeleted('answer_daily_stats'),
  response_daily_stats_time_zone: untilOrganizationDeleted('response_daily_stats_time_zone'),
  response_change: untilOrganizationDeleted('response_change'),
  survey_request: { period: 'with its sending' },
  survey_short_link: { period: 'with its sending' },
  contact_search_total: untilOrganizationDeleted('contact_search_total'),
}

export async function deleteExpiredRows(budgetMs = BUDGET_MS): Promise<Record<string, number>> {
  const startedAt = performance.now()
  const removed: Record<string, number> = {}
  for (const [table, { expiredSql }] of Object.entries(RETENTION_BY_TABLE)) {
    if (!expiredSql) continue
    for (let count = ROWS_AT_ONCE; count === ROWS_AT_ONCE && performance.now() - startedAt < budgetMs; ) {
      count = await transact(({ tx }) => deleteRowsWhere(tx, table, expiredSql(now()), ROWS_AT_ONCE), {
        statementMs: STATEMENT_MS,
      })
      if (count > 0) removed[table] = (removed[table] ?? 0) + count
    }
  }
  return removed
}
