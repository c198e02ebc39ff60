import { ALERTS_KEPT_DAYS } from '../alerts/vocabulary'
import { REQUESTS_KEPT_DAYS } from '../api-keys/vocabulary'
import { AUDIT_KEPT_DAYS } from '../audit/vocabulary'
import { now } from '../clock'
import { Prisma } from '../db'
import { DIGESTS_KEPT_DAYS } from '../digests/vocabulary'
import { CONSENT_KEPT_MS } from '../reviews/vocabulary'
import { transact } from '../unit-of-work'
import { deleteWhere } from './queries'

const ROWS_AT_ONCE = 5000
const BUDGET_MS = 25_000
const STATEMENT_MS = 25_000

type Retention = { kept: string; over?: (at: Date) => Prisma.Sql }

const WITH_ORGANIZATION: Retention = { kept: 'until the organization is deleted' }
const daysBefore = (at: Date, days: number) => new Date(at.getTime() - days * 86_400_000)

const untilOrganizationDeleted = (table: Prisma.Sql): Retention => ({
  kept: 'until the organization is deleted, at most an hour longer',
  over: () => Prisma.sql`NOT EXISTS (SELECT FROM organization o WHERE o.id = ${table}.organization_id)`,
})

/** Retention period of every table: the single source (docs/deploy.md mirrors it). A table without an entry fails a test. */
export const RETENTION: Record<string, Retention> = {
  organization: { kept: 'until it is deleted' },
  user: { kept: 'until the person deletes their account, and a week after that' },
  membership: { kept: 'until the person leaves, or the organization is deleted' },
  invitation: {
    kept: '30 days after it was accepted, withdrawn or ran out',
    over: (at) => Prisma.sql`coalesce(accepted_at, withdrawn_at, expires_at) < ${daysBefore(at, 30)}`,
  },
  saved_view: { kept: 'until the person deletes it, or leaves' },
  unread_marker: { kept: 'until the person leaves' },
  session: { kept: 'until it ends', over: (at) => Prisma.sql`expires_at < ${at}` },
  authenticator_app: {
    kept: 'until the person removes it; a day where none of its codes was ever right',
    over: (at) => Prisma.sql`confirmed_at IS NULL AND created_at < ${daysBefore(at, 1)}`,
  },
  passkey: { kept: 'until the person removes it' },
  identity: { kept: 'until the person disconnects it' },
  recovery_code: { kept: 'until new ones are made, or the last way to sign in in two steps is removed' },
  email_change: { kept: 'a day, or until both addresses say yes', over: (at) => Prisma.sql`expires_at < ${at}` },
  phone_change: { kept: 'ten minutes, or until its code is typed', over: (at) => Prisma.sql`expires_at < ${at}` },
  sign_in_challenge: { kept: 'ten minutes', over: (at) => Prisma.sql`expires_at < ${at}` },
  account_token: {
    kept: '30 days after the link expired',
    over: (at) => Prisma.sql`expires_at < ${daysBefore(at, 30)}`,
  },
  api_key: { kept: 'until it is revoked' },
  api_request: {
    kept: '7 days, or until its key is revoked',
    over: (at) => Prisma.sql`created_at < ${daysBefore(at, REQUESTS_KEPT_DAYS)}`,
  },
  location: WITH_ORGANIZATION,
  contact_organization: WITH_ORGANIZATION,
  employee: WITH_ORGANIZATION,
  contact: { kept: 'until it is deleted' },
  suppression: WITH_ORGANIZATION,
  survey: WITH_ORGANIZATION,
  sequence: { kept: 'until it is deleted' },
  sequence_step: { kept: 'until it, or its sequence, is deleted' },
  sequence_revision: { kept: 'until the people under way have looked at the steps again' },
  sending: { kept: 'until the organization is deleted; its address until the contact is' },
  sending_step: { kept: 'until the organization is deleted; its recipient until the contact is' },
  response: {
    kept: 'until the organization is deleted; its text until it, or its contact, is erased, or as long as the settings say',
  },
  response_tag: { kept: 'until it is deleted' },
  response_tagging: { kept: 'until the tag is taken off, or deleted' },
  response_note: { kept: 'until its author or an admin deletes it, or with the text of its response' },
  response_reply: { kept: 'until the organization is deleted; its words and address until the contact is' },
  response_event: WITH_ORGANIZATION,
  review: { kept: 'until its site removes it, or the organization is deleted' },
  review_event: { kept: 'with its review' },
  removed_review: WITH_ORGANIZATION,
  review_source: { kept: 'until it is removed with its reviews, or the organization is deleted' },
  review_consent: {
    kept: 'an hour, or until its places are chosen',
    over: (at) => Prisma.sql`created_at < ${new Date(at.getTime() - CONSENT_KEPT_MS)}`,
  },
  reply_template: { kept: 'until it is deleted' },
  sandbox_site: { kept: 'until the trial site is switched off' },
  sandbox_review: {
    kept: 'with its site; 30 days after it was removed there',
    over: (at) => Prisma.sql`removed_at < ${daysBefore(at, 30)}`,
  },
  webhook_subscription: { kept: 'until it is removed, or its key is revoked' },
  webhook_delivery: { kept: '30 days', over: (at) => Prisma.sql`created_at < ${daysBefore(at, 30)}` },
  webhook_attempt: { kept: 'with its delivery' },
  alert_rule: { kept: 'until it is deleted' },
  alert_channel: { kept: 'until its rule goes, or posts there no more' },
  alert_candidate: { kept: 'until the alert job has compared it with the rules' },
  alert: {
    kept: '90 days, or until its rule is deleted',
    over: (at) => Prisma.sql`created_at < ${daysBefore(at, ALERTS_KEPT_DAYS)}`,
  },
  alert_message: {
    kept: '90 days, or until its rule is deleted',
    over: (at) => Prisma.sql`created_at < ${daysBefore(at, ALERTS_KEPT_DAYS)}`,
  },
  digest: {
    kept: '400 days',
    over: (at) => Prisma.sql`created_at < ${daysBefore(at, DIGESTS_KEPT_DAYS)}`,
  },
  digest_mail: { kept: 'with its digest' },
  audit_event: {
    kept: '400 days',
    over: (at) => Prisma.sql`created_at < ${daysBefore(at, AUDIT_KEPT_DAYS)}`,
  },
  system_email: { kept: '30 days after it ended', over: (at) => Prisma.sql`ended_at < ${daysBefore(at, 30)}` },
  captured_message: {
    kept: '30 days, or until the contact is deleted',
    over: (at) => Prisma.sql`created_at < ${daysBefore(at, 30)}`,
  },
  idempotency_record: { kept: '24 hours', over: (at) => Prisma.sql`created_at < ${daysBefore(at, 1)}` },
  daily_usage: { kept: '400 days', over: (at) => Prisma.sql`day < ${daysBefore(at, 400)}` },
  job_signal: WITH_ORGANIZATION,
  installation: { kept: 'as long as the service; one row' },
  job_heartbeat: { kept: 'as long as the service; a few rows' },
  rate_limit_counter: { kept: 'until its window ends', over: () => Prisma.sql`resets_at <= clock_timestamp()` },
  rate_window: untilOrganizationDeleted(Prisma.sql`rate_window`),
  list_total: untilOrganizationDeleted(Prisma.sql`list_total`),
  list_change: untilOrganizationDeleted(Prisma.sql`list_change`),
  response_daily_stats: untilOrganizationDeleted(Prisma.sql`response_daily_stats`),
  response_daily_stats_time_zone: untilOrganizationDeleted(Prisma.sql`response_daily_stats_time_zone`),
  response_change: untilOrganizationDeleted(Prisma.sql`response_change`),
  survey_request: { kept: 'with its sending' },
  contact_search_total: untilOrganizationDeleted(Prisma.sql`contact_search_total`),
}

export async function removeOld(budgetMs = BUDGET_MS): Promise<Record<string, number>> {
  const startedAt = performance.now()
  const removed: Record<string, number> = {}
  for (const [table, { over }] of Object.entries(RETENTION)) {
    if (!over) continue
    for (let count = ROWS_AT_ONCE; count === ROWS_AT_ONCE && performance.now() - startedAt < budgetMs; ) {
      count = await transact(({ tx }) => deleteWhere(tx, table, over(now()), ROWS_AT_ONCE), {
        statementMs: STATEMENT_MS,
      })
      if (count > 0) removed[table] = (removed[table] ?? 0) + count
    }
  }
  return removed
}
