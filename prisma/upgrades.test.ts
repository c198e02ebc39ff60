import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, expect, it } from 'vitest'
import { applyMigrations } from '../scripts/lib/migrate.mjs'
import { weekDue } from '../server/digests/queries'
import { aBareDatabase, type OwnDatabase } from '../server/testing/database/own-database'

/*
 * What migrations make of rows that an older release wrote, on databases as that release left them.
 */

const MIGRATIONS = path.join(import.meta.dirname, 'migrations')
const opened: { database: OwnDatabase; client: Client }[] = []

afterAll(async () => {
  for (const { database, client } of opened) {
    await client.end()
    await database.drop()
  }
})

/** A database as it was before that migration. */
async function databaseBefore(migration: string) {
  const folder = mkdtempSync(path.join(tmpdir(), 'migrations-'))
  for (const name of readdirSync(MIGRATIONS).filter((each) => each < migration && !each.includes('.')))
    cpSync(path.join(MIGRATIONS, name), path.join(folder, name), { recursive: true })
  const database = await aBareDatabase((url) => applyMigrations(url, { folder }))
  rmSync(folder, { recursive: true })
  const client = new Client({ connectionString: database.ownerUrl })
  await client.connect()
  opened.push({ database, client })
  const rows = async <Row extends object>(sql: string, ...values: unknown[]) =>
    (await client.query<Row>(sql, values)).rows
  return { rows, upgrade: () => applyMigrations(database.ownerUrl) }
}

type Rows = Awaited<ReturnType<typeof databaseBefore>>['rows']

async function aSendingOf(rows: Rows) {
  const organizationId = uuidv7()
  const [contactId, sendingId] = [uuidv7(), uuidv7()]
  await rows("INSERT INTO organization (id, name, updated_at) VALUES ($1, 'Example', now())", organizationId)
  await rows(
    `INSERT INTO sending (id, organization_id, contact_id, email, anchor_at, updated_at)
     VALUES ($1, $2, $3, 'ada@example.com', now(), now())`,
    sendingId,
    organizationId,
    contactId,
  )
  const addStep = async (position: number, fields: Record<string, unknown>) => {
    const row = {
      id: uuidv7(),
      organization_id: organizationId,
      sending_id: sendingId,
      step_id: uuidv7(),
      position,
      ...fields,
    }
    const names = Object.keys(row)
    await rows(
      `INSERT INTO sending_step (${names.join(', ')}, updated_at) VALUES (${names.map((_, at) => `$${at + 1}`).join(', ')}, now())`,
      ...Object.values(row),
    )
    return row.id
  }
  return { organizationId, contactId, sendingId, addStep }
}

it('the upgrade distinguishes messages captured in the Outbox from those that were sent', async () => {
  const { rows, upgrade } = await databaseBefore('20261122024000_captured')
  const { organizationId, contactId, addStep } = await aSendingOf(rows)
  const at = new Date('2026-03-01T09:30:00.000Z')
  const sent = { type: 'survey', status: 'sent', sent_at: at, ended_at: at, channel: 'email' }
  const email = await addStep(0, {
    ...sent,
    status: 'answered',
    reason: 'Kept in the Outbox: no mail server is configured.',
  })
  const sms = {
    channel: 'sms',
    recipient: '+33612345678',
    reason: 'Kept in the Outbox: no SMS provider is configured.',
  }
  await addStep(1, { ...sent, ...sms })
  await addStep(2, sent)
  const capture = (channel: string, recipient: string, headers: object | null = null) =>
    rows(
      `INSERT INTO captured_message (id, organization_id, channel, sender, recipient, text, headers)
       VALUES ($1, $2, $3, 'x', $4, 'x', coalesce($5::jsonb, '{}'))`,
      uuidv7(),
      organizationId,
      channel,
      recipient,
      headers && JSON.stringify(headers),
    )
  await capture('email', 'a@example.com', { 'Message-ID': `<${email}@example.com>` })
  await capture('sms', '+33612345678')
  await capture('email', 'owner@example.com')

  await upgrade()

  expect(await rows('SELECT status, sent_at, captured_at, why AS reason FROM sending_step ORDER BY position')).toEqual([
    { status: 'answered', sent_at: null, captured_at: at, reason: { code: 'captured', values: { channel: 'email' } } },
    { status: 'captured', sent_at: null, captured_at: at, reason: { code: 'captured', values: { channel: 'sms' } } },
    { status: 'sent', sent_at: at, captured_at: null, reason: null },
  ])
  expect(await rows('SELECT contact_id FROM captured_message ORDER BY id')).toEqual([
    { contact_id: contactId },
    { contact_id: contactId },
    { contact_id: null },
  ])
})

/** Every sentence that was ever written, and the fact that it told. */
const SENTENCES: [sentence: string, code: string, values?: Record<string, string>][] = [
  ['Unsubscribed: this contact asked not to be written to.', 'unsubscribed'],
  ['Suppressed: mail to this address came back before.', 'suppressed'],
  ['Contact deleted: there is nobody left to write to.', 'contactDeleted'],
  ['No phone: the contact has no number that an SMS can be sent to.', 'noPhone'],
  [
    'Throttled until 2026-12-01T00:00:00.000Z: this contact got another survey on 2026-11-01T00:00:00.000Z.',
    'throttled',
    { until: '2026-12-01T00:00:00.000Z', since: '2026-11-01T00:00:00.000Z' },
  ],
  ['Quiet hours until 2026-12-01T08:00:00.000Z.', 'quietHours', { until: '2026-12-01T08:00:00.000Z' }],
  ['Waiting for verification: an owner of the organization has to confirm their email address first.', 'verification'],
  ['Suspended: the operator of this service lets nothing of the organization leave.', 'suspended'],
  [
    'Waiting until 2026-12-02T00:00:00.000Z: the 200 messages of this day are used up.',
    'quotaUsed',
    { until: '2026-12-02T00:00:00.000Z', limit: '200' },
  ],
  ['Condition not met: not_answered.', 'conditionNotMet', { condition: 'not_answered' }],
  ['Survey archived: it is no longer sent.', 'surveyArchived'],
  ['Survey without questions: there is nothing to ask.', 'surveyEmpty'],
  ['No survey to link to: none was sent to this contact before.', 'nothingToLink'],
  [
    'Interrupted: the service stopped while it handed the message over. It may have arrived, so it is not sent again.',
    'interrupted',
  ],
  [
    'Unconfirmed: the mail server took the message and never answered (no (real) answer\nin 60 s). It may have arrived, so it is not sent again.',
    'unconfirmed',
    { words: 'no (real) answer\nin 60 s' },
  ],
  [
    'Not sent yet, next try at 2026-12-01T00:00:00.000Z: 451 4.7.1 Greylisted: come back\nlater',
    'retrying',
    { until: '2026-12-01T00:00:00.000Z', words: '451 4.7.1 Greylisted: come back\nlater' },
  ],
  ['Given up after 24 hours: 451 Try again', 'givenUp', { words: '451 Try again' }],
  ['Refused: 550 5.1.1 No such user', 'refused', { words: '550 5.1.1 No such user' }],
  [
    'Captured, so nothing left: it is kept in the Outbox, because no mail server is configured.',
    'captured',
    { channel: 'email' },
  ],
  [
    'Captured, so nothing left: it is kept in the Outbox, because no SMS provider is configured.',
    'captured',
    { channel: 'sms' },
  ],
  ['The step was taken out of the sequence.', 'stepRemoved'],
  ['The sequence was archived.', 'sequenceArchived'],
  ['The sequence was deleted.', 'sequenceDeleted'],
  ['By hand.', 'other', { words: 'By hand.' }],
]

it('the upgrade converts reasons stored as sentences into codes with values', async () => {
  const { rows, upgrade } = await databaseBefore('20261122039000_reasons_as_codes')
  const { organizationId, sendingId, addStep } = await aSendingOf(rows)
  for (const [position, [reason]] of SENTENCES.entries())
    await addStep(position, { type: 'survey', status: 'skipped', reason })
  await rows("UPDATE sending SET reason = 'The sequence was archived.', status = 'cancelled', ended_at = now()")
  await rows(
    "INSERT INTO sequence_revision (organization_id, sequence_id, cancel_reason) VALUES ($1, $2, 'The sequence was deleted.')",
    organizationId,
    uuidv7(),
  )

  await upgrade()

  const kept = await rows<{ reason: unknown }>('SELECT why AS reason FROM sending_step ORDER BY position')
  expect(kept.map(({ reason }) => reason)).toEqual(SENTENCES.map(([, code, values = {}]) => ({ code, values })))
  expect(await rows('SELECT why AS reason FROM sending WHERE id = $1', sendingId)).toEqual([
    { reason: { code: 'sequenceArchived', values: {} } },
  ])
  expect(await rows('SELECT cancel_reason FROM sequence_revision')).toEqual([{ cancel_reason: 'sequenceDeleted' }])
})

it('the upgrade converts webhook delivery reasons and attempt errors into codes', async () => {
  const { rows, upgrade } = await databaseBefore('20261122039000_reasons_as_codes')
  const [organizationId, subscriptionId] = [uuidv7(), uuidv7()]
  await rows("INSERT INTO organization (id, name, updated_at) VALUES ($1, 'Example', now())", organizationId)
  await rows(
    `INSERT INTO webhook_subscription (id, organization_id, hook_url, trigger_types, secret_encrypted, updated_at)
     VALUES ($1, $2, 'https://example.com', '{new_contact}', 'x', now())`,
    subscriptionId,
    organizationId,
  )
  const told = [
    ['The address had answered 410 and was deactivated.', 'gone', 'GONE: The receiver answered 410.', 'GONE'],
    [
      'The API key that owns the subscription was inactive.',
      'keyInactive',
      'TIMEOUT: No answer within 10 seconds.',
      'TIMEOUT',
    ],
    [
      'The address is no longer subscribed to this kind of event.',
      'unsubscribed',
      'HTTP_STATUS: The receiver answered 503.',
      'HTTP_STATUS',
    ],
    [SENTENCES[6]?.[0], 'verification', null, null],
    [
      SENTENCES[7]?.[0],
      'suspended',
      'URL_REFUSED: Use https: events are not sent over an unencrypted connection.',
      'URL_REFUSED',
    ],
  ]
  for (const [reason, , error] of told) {
    const id = uuidv7()
    await rows(
      `INSERT INTO webhook_delivery (id, organization_id, subscription_id, kind, body, reason)
       VALUES ($1, $2, $3, 'new_contact', '[]', $4)`,
      id,
      organizationId,
      subscriptionId,
      reason,
    )
    await rows(
      `INSERT INTO webhook_attempt (id, organization_id, delivery_id, subscription_id, attempt, error)
       VALUES ($1, $2, $3, $4, 1, $5)`,
      uuidv7(),
      organizationId,
      id,
      subscriptionId,
      error,
    )
  }

  await upgrade()

  expect(
    await rows(
      'SELECT d.reason, a.error FROM webhook_delivery d JOIN webhook_attempt a ON a.delivery_id = d.id ORDER BY d.id',
    ),
  ).toEqual(told.map(([, reason, , error]) => ({ reason, error })))
})

it('the upgrade makes the first non-demo organization the home, and hides webhook failure notices from members', async () => {
  const { rows, upgrade } = await databaseBefore('20261124215000_webhook_notices')
  const [demo, first, second] = [uuidv7(), uuidv7(), uuidv7()]
  for (const [id, isDemo, year] of [
    [second, false, '2026'],
    [first, false, '2025'],
    [demo, true, '2024'],
  ])
    await rows(
      "INSERT INTO organization (id, name, demo, created_at, updated_at) VALUES ($1, 'Example', $2, ($3 || '-01-01')::timestamptz, now())",
      id,
      isDemo,
      year,
    )
  for (const [recipient, contactId, visibleTo] of [
    ['notice', null, 'member'],
    ['link', null, 'owner'],
    ['survey', uuidv7(), 'member'],
  ])
    await rows(
      `INSERT INTO captured_message (id, organization_id, contact_id, visible_to, channel, sender, recipient, text)
       VALUES ($1, $2, $3, $4, 'email', 'x', $5, 'x')`,
      uuidv7(),
      first,
      contactId,
      visibleTo,
      recipient,
    )

  await upgrade()

  expect(await rows('SELECT home_organization_id AS home FROM installation')).toEqual([{ home: first }])
  expect(await rows('SELECT recipient, visible_to AS "to" FROM captured_message ORDER BY recipient')).toEqual([
    { recipient: 'link', to: 'owner' },
    { recipient: 'notice', to: 'admin' },
    { recipient: 'survey', to: 'member' },
  ])
})

it('the upgrade makes no weekly digest of a past week due for existing organizations', async () => {
  const { rows, upgrade } = await databaseBefore('20261124230000_digest')
  for (const zone of ['Pacific/Kiritimati', 'Europe/Paris', 'Pacific/Pago_Pago'])
    await rows(
      "INSERT INTO organization (id, name, time_zone, created_at, updated_at) VALUES ($1, 'Example', $2, '2025-01-01', now())",
      uuidv7(),
      zone,
    )

  await upgrade()

  const due = await rows(`SELECT digest_week - ${weekDue('now()', 'time_zone')} AS "weeks" FROM organization`)
  expect(due).toEqual([{ weeks: 0 }, { weeks: 0 }, { weeks: 0 }])
})

it('the upgrade counts surveys captured and later sent as delivered only, and maps the time zone CET to a place', async () => {
  const { rows, upgrade } = await databaseBefore('20261125110000_numbers_by_one_clock')
  const { organizationId, addStep } = await aSendingOf(rows)
  const surveyId = uuidv7()
  await rows(
    "INSERT INTO survey (id, organization_id, name, type, updated_at) VALUES ($1, $2, 'x', 'nps', now())",
    surveyId,
    organizationId,
  )
  const step = { type: 'survey', survey_id: surveyId }
  await addStep(0, { ...step, status: 'captured', captured_at: new Date('2026-03-01T10:00:00Z') })
  await addStep(1, { ...step, status: 'sent', sent_at: new Date('2026-03-02T10:00:00Z') })
  const zones = ['CET', 'AGT', 'Europe/Paris'].map((zone) => [uuidv7(), zone])
  for (const [id, zone] of zones)
    await rows("INSERT INTO organization (id, name, time_zone, updated_at) VALUES ($1, 'Example', $2, now())", id, zone)
  const counted = () =>
    rows('SELECT sum(delivered)::int AS delivered, sum(captured)::int AS captured FROM response_change')
  expect(await counted()).toEqual([{ delivered: 1, captured: 1 }])

  await upgrade()

  expect(await counted()).toEqual([{ delivered: 1, captured: 0 }])
  expect(
    await rows(
      'SELECT time_zone AS zone FROM organization WHERE id = ANY ($1::uuid[]) ORDER BY 1',
      zones.map(([id]) => id),
    ),
  ).toEqual([{ zone: 'AGT' }, { zone: 'Europe/Brussels' }, { zone: 'Europe/Paris' }])
})

it('gives names, tags and internationalized addresses their one form, and keeps an opt-out for both of two contacts', async () => {
  const { rows, upgrade } = await databaseBefore('20261126092000_one_identity')
  const organizationId = uuidv7()
  await rows("INSERT INTO organization (id, name, updated_at) VALUES ($1, 'Example', now())", organizationId)
  const add = (email: string, unsubscribed = false) =>
    rows(
      `INSERT INTO contact (id, organization_id, email, first_name, tags, unsubscribed, updated_at)
       VALUES ($1, $2, $3, $4, $5, $6, now())`,
      uuidv7(),
      organizationId,
      email,
      'Jose\u0301',
      ['Cafe\u0301', 'vip', 'Caf\u00e9'],
      unsubscribed,
    )
  await add('alone@xn--mnchen-3ya.example')
  await add('two@xn--bcher-kva.example', true)
  await add('two@bücher.example')
  await add('japan@xn--r8jz45g.xn--zckzah')
  await add('broken@xn--a.example')
  await rows(
    `INSERT INTO "user" (id, email, name, updated_at) VALUES ($1, 'ada@xn--mnchen-3ya.example', 'Ada', now())`,
    uuidv7(),
  )
  await upgrade()
  const contacts = await rows<{ email: string; first_name: string; tags: string[]; unsubscribed: boolean }>(
    'SELECT email, first_name, tags, unsubscribed FROM contact ORDER BY email COLLATE "C"',
  )
  expect(contacts.map(({ email, unsubscribed }) => [email, unsubscribed])).toEqual([
    ['alone@münchen.example', false],
    ['broken@xn--a.example', false],
    ['japan@例え.テスト', false],
    ['two@bücher.example', true],
    ['two@xn--bcher-kva.example', true],
  ])
  expect(contacts[0]).toMatchObject({ first_name: 'Jos\u00e9', tags: ['Caf\u00e9', 'vip'] })
  expect(await rows('SELECT email FROM "user"')).toEqual([{ email: 'ada@münchen.example' }])
})

it('opens the cases of recent low scores, and of no other responses', async () => {
  const { rows, upgrade } = await databaseBefore('20261126113716_low_scores_open_cases')
  const { organizationId, contactId } = await aSendingOf(rows)
  const surveyId = uuidv7()
  await rows(
    "INSERT INTO survey (id, organization_id, name, type, updated_at) VALUES ($1, $2, 'After a visit', 'nps', now())",
    surveyId,
    organizationId,
  )
  const add = async (fields: { status?: string; band: string; state?: string; daysAgo?: number }) => {
    const { status = 'completed', band, state = null, daysAgo = 1 } = fields
    const id = uuidv7()
    await rows(
      `INSERT INTO response (id, organization_id, survey_id, contact_id, status, language, band, case_state, created_at, updated_at)
       VALUES ($1, $2, $3, $4, $5, 'en', $6, $7, now() - $8::int * interval '1 day', now())`,
      id,
      organizationId,
      surveyId,
      contactId,
      status,
      band,
      state,
      daysAgo,
    )
    return id
  }
  const added = {
    low: await add({ band: 'negative' }),
    resolved: await add({ band: 'negative', state: 'resolved' }),
    high: await add({ band: 'positive' }),
    partial: await add({ band: 'negative', status: 'partial' }),
    old: await add({ band: 'negative', daysAgo: 91 }),
  }
  await upgrade()
  const states = new Map(
    (await rows<{ id: string; state: string | null }>('SELECT id, case_state AS state FROM response')).map((row) => [
      row.id,
      row.state,
    ]),
  )
  expect(Object.fromEntries(Object.entries(added).map(([name, id]) => [name, states.get(id)]))).toEqual({
    low: 'open',
    resolved: 'resolved',
    high: null,
    partial: null,
    old: null,
  })
})

it('the upgrade keeps the exact lengths of lists, summed up or only recorded', async () => {
  const { rows, upgrade } = await databaseBefore('20261126204522_pages_by_offset')
  const organizationId = uuidv7()
  await rows("INSERT INTO organization (id, name, updated_at) VALUES ($1, 'Example', now())", organizationId)
  const addContacts = (count: number) =>
    rows(
      `INSERT INTO contact (id, organization_id, email, first_name, updated_at)
       SELECT gen_random_uuid(), $1, gen_random_uuid() || '@example.com', 'Ada', now() FROM generate_series(1, $2::int)`,
      organizationId,
      count,
    )
  await addContacts(120)
  await addContacts(30)
  await rows(`UPDATE contact SET created_at = created_at - interval '1 day' WHERE organization_id = $1`, organizationId)
  await upgrade()
  await addContacts(5)
  expect(await rows(`SELECT list_length($1, 'contact')::int AS length`, organizationId)).toEqual([{ length: 155 }])
})
