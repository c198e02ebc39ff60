import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { aPostgresServer, type PostgresServer } from '@/server/testing/chaos/postgres-server'
import type { Receiver } from '@/server/testing/servers/https-receiver'
import { type Mailbox, openMailbox } from '@/server/testing/servers/mailbox'
import { type ApiClient, aTrustedReceiver, createApiClient, expect, type Json, type Owner } from './fixtures'
import { type SeparateService, startSeparateService } from './separate-service'

const SERVICE_PORT = 3230
const SMTP_PORT = 3231
export const SERVE_ORIGIN = `http://127.0.0.1:${SERVICE_PORT}`
const SECRETS = { APP_SECRET: randomUUID() + randomUUID(), NEXTAUTH_SECRET: randomUUID() + randomUUID() }

/** Delivery number in order of first arrival at the receiver, and its attempt number, both from 1. */
type Attempt = { delivery: number; attempt: number }
type Mailed = { email: string; mails: number }

/** A service on a separate database whose engine can be switched between starts, with a mail server and receivers. */
export class JobEngineFixture {
  readonly #cluster: PostgresServer
  readonly mailbox: Mailbox
  #service: SeparateService | undefined

  private constructor(cluster: PostgresServer, mailbox: Mailbox) {
    this.#cluster = cluster
    this.mailbox = mailbox
  }

  static async open(): Promise<JobEngineFixture> {
    const [cluster, mailbox] = await Promise.all([aPostgresServer(), openMailbox(SMTP_PORT)])
    return new JobEngineFixture(cluster, mailbox)
  }

  async close(): Promise<void> {
    await this.stop()
    await this.mailbox.close()
    await this.#cluster.close()
  }

  get query(): PostgresServer['query'] {
    return this.#cluster.query
  }

  get service(): SeparateService {
    if (!this.#service) throw new Error('the service does not run')
    return this.#service
  }

  /** @param variables engine configuration; empty for the embedded engine */
  async start(variables: Record<string, string>): Promise<void> {
    const { url, ownerUrl } = this.#cluster
    const env = { DATABASE_URL: url, MIGRATE_DATABASE_URL: ownerUrl, ...SECRETS, ...variables }
    this.#service = await startSeparateService({ port: SERVICE_PORT, smtpPort: SMTP_PORT, env })
  }

  async stop(): Promise<void> {
    const service = this.#service
    this.#service = undefined
    await service?.stop()
  }

  /** Simulates a power loss: kills the service and deletes its data folder. */
  async kill(): Promise<void> {
    await this.#service?.kill()
    await this.stop()
  }

  async anOrganization(): Promise<FixtureOrganization> {
    const owner = await this.service.anOwner()
    return new FixtureOrganization(
      this,
      owner,
      createApiClient(this.service.baseUrl, owner.key),
      await aTrustedReceiver(),
    )
  }
}

export class FixtureOrganization {
  readonly #fixture: JobEngineFixture
  readonly #owner: Owner
  #cookie: string | undefined
  readonly call: ApiClient
  readonly receiver: Receiver

  constructor(fixture: JobEngineFixture, owner: Owner, call: ApiClient, receiver: Receiver) {
    this.#fixture = fixture
    this.#owner = owner
    this.call = call
    this.receiver = receiver
  }

  get id(): string {
    return this.#owner.organizationId
  }

  /** Calls a procedure of the dashboard with a session of the owner. @returns its data */
  async asOwner(line: `${'GET' | 'POST'} ${string}`, input?: object): Promise<Json> {
    const [method = 'GET', procedure = ''] = line.split(' ')
    const { baseUrl, openSession } = this.#fixture.service
    this.#cookie ??= (await openSession(this.#owner.email)).split(';', 1)[0] ?? ''
    const headers = { Cookie: this.#cookie, Origin: baseUrl, 'Content-Type': 'application/json' }
    const query = method === 'GET' && input ? `?input=${encodeURIComponent(JSON.stringify(input))}` : ''
    const response = await fetch(`${baseUrl}/api/trpc/${procedure}${query}`, {
      method,
      headers,
      ...(method === 'POST' ? { body: JSON.stringify(input) } : {}),
    })
    const answer: Json = await response.json()
    expect(response.status, `${procedure}: ${JSON.stringify(answer)}`).toBe(200)
    return answer.result.data.data
  }

  /** Subscribes the receiver to new contacts; `reply` answers each attempt. */
  async subscribe(reply: (attempt: Attempt, response: ServerResponse) => void): Promise<void> {
    const seen: string[] = []
    this.receiver.script((request: IncomingMessage, response: ServerResponse) => {
      seen.push(String(request.headers['x-service-delivery']))
      const attempt = seen.filter((id) => id === seen.at(-1)).length
      reply({ delivery: [...new Set(seen)].indexOf(seen.at(-1) ?? '') + 1, attempt: attempt }, response)
    })
    const hookUrl = this.receiver.url('/contacts')
    expect((await this.call('POST /webhooks/subscribe', { hookUrl, triggerType: 'new_contact' })).status).toBe(201)
  }

  async aContact(): Promise<void> {
    expect((await this.call('POST /contacts', { email: `${randomUUID()}@example.com`, firstName: 'Ada' })).status).toBe(
      201,
    )
  }

  async aSurvey(): Promise<string> {
    return (await this.call('POST /surveys', { name: 'Visits', type: 'nps', questions: [] })).body.data.id
  }

  async aSequence(steps: readonly object[]): Promise<string> {
    return this.#fixture.service.aSequence(this.id, steps)
  }

  setSequenceStatus(sequenceId: string, status: string) {
    return this.#fixture.service.runOperatorCommand('sequence:set-status', '--sequence', sequenceId, '--status', status)
  }

  /** @returns the contacts' email addresses */
  async enrol(sequenceId: string, count: number): Promise<string[]> {
    const emails = Array.from({ length: count }, () => `${randomUUID()}@example.com`)
    const contacts = emails.map((email) => ({ email, firstName: 'Lin' }))
    const { status, body } = await this.call(`POST /sequences/${sequenceId}/execute`, { contacts })
    expect([status, body.data?.sendingsCreated]).toEqual([200, count])
    return emails
  }

  async answerSurvey(email: string): Promise<void> {
    const [mail] = this.#fixture.mailbox.to(email)
    const link = /href="(http:[^"]+\/s\/[\w-]{43})/.exec(mail?.mail.html ?? '')?.[1] ?? ''
    const body = new URLSearchParams({ 'q.nps': '9' })
    expect((await fetch(link, { method: 'POST', body, redirect: 'manual' })).status).toBe(303)
  }

  /** Waits until no sending is active. @returns the number of emails per address */
  async waitUntilSendingsEnded(emails: readonly string[], timeout: number): Promise<Mailed[]> {
    const unfinishedSql = `SELECT count(*)::int AS n FROM sending WHERE organization_id = $1 AND ended_at IS NULL`
    await expect.poll(async () => (await this.runSql<{ n: number }>(unfinishedSql))[0]?.n, { timeout }).toBe(0)
    return emails.map((email) => ({ email, mails: this.#fixture.mailbox.to(email).length }))
  }

  /** Waits until `count` sendings are due in more than an hour. */
  async waitUntilSendingsDueLater(count: number, timeout: number): Promise<void> {
    const waitingSql = `
      SELECT count(*)::int AS n FROM sending
      WHERE organization_id = $1 AND due_at > clock_timestamp() + interval '1 hour'`
    await expect.poll(async () => (await this.runSql<{ n: number }>(waitingSql))[0]?.n, { timeout }).toBe(count)
  }

  deliveries(): Promise<WebhookDeliveryState[]> {
    return this.runSql(`
      SELECT d.id, d.status, d.dead_letter AS "deadLetter", d.attempt_count AS attempts, s.active AS "isActive",
        EXISTS (SELECT FROM webhook_attempt a WHERE a.delivery_id = d.id AND a.finished_at IS NULL) AS "isInProgress"
      FROM webhook_delivery d JOIN webhook_subscription s ON s.id = d.subscription_id
      WHERE d.organization_id = $1 ORDER BY d.created_at, d.id`)
  }

  async waitUntilDeliveriesEnded(timeout: number): Promise<WebhookDeliveryState[]> {
    const pending = async () => (await this.deliveries()).filter(({ status }) => status === 'pending').length
    await expect.poll(pending, { timeout }).toBe(0)
    return this.deliveries()
  }

  /** Waits until the first delivery has this many attempts and none is in progress. */
  async waitForAttempts(attempts: number, timeout: number): Promise<void> {
    await expect
      .poll(async () => (await this.deliveries())[0], { timeout })
      .toMatchObject({ attempts, isInProgress: false })
  }

  /** Makes pending deliveries due, and creates a contact so that a run picks them up. */
  async skipRetryDelay(): Promise<void> {
    await this.runSql(`
      UPDATE webhook_delivery SET next_attempt_at = clock_timestamp() WHERE organization_id = $1 AND status = 'pending'
        AND NOT EXISTS (SELECT FROM webhook_attempt a WHERE a.delivery_id = webhook_delivery.id AND a.finished_at IS NULL)`)
    await this.aContact()
  }

  /** Moves active sendings back by a day. */
  async skipOneDay(): Promise<void> {
    await this.runSql(`
      UPDATE sending SET anchor_at = anchor_at - interval '1 day', due_at = due_at - interval '1 day'
      WHERE organization_id = $1 AND ended_at IS NULL`)
  }

  /** Ages leases of dead processes past their timeout, and makes due work overdue. */
  async expireLeases(): Promise<void> {
    for (const statement of [
      `UPDATE webhook_attempt SET created_at = created_at - interval '5 minutes' WHERE organization_id = $1 AND finished_at IS NULL`,
      `UPDATE webhook_delivery SET next_attempt_at = clock_timestamp() - interval '5 minutes' WHERE organization_id = $1 AND status = 'pending'`,
      `UPDATE sending_step SET claimed_at = claimed_at - interval '20 minutes' WHERE organization_id = $1 AND claimed_at IS NOT NULL AND ended_at IS NULL`,
      `UPDATE sending SET due_at = least(due_at, clock_timestamp() - interval '5 minutes') WHERE organization_id = $1 AND due_at IS NOT NULL`,
      `UPDATE job_signal SET queued_at = NULL WHERE organization_id = $1`,
    ])
      await this.runSql(statement)
  }

  runSql<Row extends object>(sql: string): Promise<Row[]> {
    return this.#fixture.query<Row>(sql, [this.id])
  }
}

export type WebhookDeliveryState = {
  id: string
  status: string
  deadLetter: boolean
  attempts: number
  isActive: boolean
  isInProgress: boolean
}
