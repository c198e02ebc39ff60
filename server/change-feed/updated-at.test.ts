import { Client } from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { beforeEach, expect, it } from 'vitest'
import { db } from '../db'
import { aContact, anOrganization, aSurvey } from '../testing/factories/basics'
import { aResponse, aSurveyRequest } from '../testing/factories/responses'
import { aReview } from '../testing/factories/reviews'
import { aSending, aSequence } from '../testing/factories/sequences'
import { databaseTime } from '../testing/synced-copy'
import { readChangeWatermark } from './queries'

const LONG_AGO = new Date('2020-01-01T00:00:00.000Z')
const IDENTITY = ['id', 'organization_id', 'updated_at']

/** Columns that neither the API shows nor its filters compare. Any other column must move `updated_at`. */
const INTERNAL_COLUMNS = {
  contact: ['opted_out_at', 'bounced_at', 'created_by_id', 'created_via'],
  response: [
    'sending_id',
    'sending_step_id',
    'seconds_to_complete',
    'assignee_id',
    'due_on',
    'reminded_on',
    'import_id',
    'flag',
    'flagged_contact',
  ],
  review: [
    'external_id',
    'source_id',
    'contact_id',
    'author_name',
    'url',
    'edited_at',
    'reply_state',
    'reply_reason',
    'reply_version',
    'reply_sent_version',
    'reply_due_at',
    'reply_claim_id',
    'reply_claimed_at',
    'reply_tries',
    'reply_checked_at',
    'seen_at',
    'created_at',
  ],
  sending: ['contact_organization_id', 'sequence_version', 'anchor_at'],
}
type Table = keyof typeof INTERNAL_COLUMNS
const TABLES = Object.keys(INTERNAL_COLUMNS) as Table[]

const VALUES: Record<string, string> = {
  uuid: `'${uuidv7()}'`,
  text: "'other'",
  boolean: 'NOT %',
  integer: 'coalesce(%, 0) + 1',
  jsonb: `'[{"questionId": "q"}]'`,
  ARRAY: "ARRAY['other']",
  'timestamp with time zone': "'2021-01-01Z'",
  date: "'2021-01-01'",
}

let organizationId: string

beforeEach(async () => {
  organizationId = await anOrganization()
})

async function insertRow(table: Table, data: { updatedAt?: Date } = {}): Promise<{ id: string; updatedAt: Date }> {
  if (table === 'contact') return aContact(organizationId, data)
  if (table === 'review') return aReview(organizationId, data)
  if (table === 'sending') return aSending(organizationId, (await aSequence(organizationId)).id, data)
  return aResponse(organizationId, (await aSurvey(organizationId)).id, data)
}

async function asOwner<T>(work: (owner: Client) => Promise<T>): Promise<T> {
  const owner = new Client({ connectionString: process.env.OWNER_DATABASE_URL })
  await owner.connect()
  try {
    return await work(owner)
  } finally {
    await owner.end()
  }
}

it.each(TABLES)('a %s that is written with a time of long ago gets the time of the database', async (table) => {
  const before = await databaseTime()
  const { updatedAt } = await insertRow(table, { updatedAt: LONG_AGO })
  expect(updatedAt.getTime()).toBeGreaterThanOrEqual(before.getTime())
})

/** A copy of the table with the trigger alone, because constraints would refuse most of the values of {@link VALUES}. */
async function copyTableWithTrigger(owner: Client, table: Table | 'sending_step'): Promise<void> {
  const { rows } = await owner.query<{ definition: string }>(
    'SELECT pg_get_triggerdef(oid) AS definition FROM pg_trigger WHERE tgname = $1',
    [`${table}_update_updated_at`],
  )
  await owner.query(`CREATE TEMP TABLE copy (LIKE ${table})`)
  await owner.query((rows[0]?.definition ?? '').replace(/ ON \S+/, ' ON copy'))
}

async function listColumnsOfCopy(owner: Client): Promise<{ name: string; type: string }[]> {
  const { rows } = await owner.query<{ name: string; type: string }>(
    "SELECT column_name AS name, data_type AS type FROM information_schema.columns WHERE table_name = 'copy'",
  )
  return rows.filter(({ name }) => !IDENTITY.includes(name))
}

it.each(TABLES)('a change of any column of %s that clients see moves updated_at, and no other does', async (table) => {
  const { id } = await insertRow(table)
  const moved: string[] = []
  const columns = await asOwner(async (owner) => {
    await copyTableWithTrigger(owner, table)
    const names = await listColumnsOfCopy(owner)
    for (const { name, type } of names) {
      await owner.query('TRUNCATE copy')
      await owner.query(`INSERT INTO copy SELECT * FROM ${table} WHERE id = $1`, [id])
      await owner.query('ALTER TABLE copy DISABLE TRIGGER USER')
      await owner.query("UPDATE copy SET updated_at = now() - interval '1 day'")
      await owner.query('ALTER TABLE copy ENABLE TRIGGER USER')
      const changed = await owner.query<{ isMoved: boolean }>(
        `UPDATE copy SET ${name} = ${VALUES[type]?.replace('%', name)} RETURNING updated_at > now() - interval '1 hour' AS "isMoved"`,
      )
      if (changed.rows[0]?.isMoved) moved.push(name)
    }
    return names.map(({ name }) => name)
  })
  const internal = INTERNAL_COLUMNS[table]
  expect(moved.toSorted()).toEqual(columns.filter((name) => !internal.includes(name)).toSorted())
})

const INTERNAL_STEP_COLUMNS = ['sending_id', 'first_tried_at', 'captured_at', 'branch', 'message_id', 'created_at']

it('a change of any column of a step that clients see moves updated_at of its sending, and no other does', async () => {
  const { step } = await aSurveyRequest(organizationId)
  const moved: string[] = []
  const columns = await asOwner(async (owner) => {
    await owner.query('BEGIN')
    // Else no sending could get a time of long ago.
    await owner.query('ALTER TABLE sending DISABLE TRIGGER sending_update_updated_at')
    await copyTableWithTrigger(owner, 'sending_step')
    const names = await listColumnsOfCopy(owner)
    for (const { name, type } of names) {
      await owner.query('TRUNCATE copy')
      await owner.query('INSERT INTO copy SELECT * FROM sending_step WHERE id = $1', [step.id])
      await owner.query('UPDATE sending SET updated_at = $2 WHERE id = $1', [step.sendingId, LONG_AGO])
      await owner.query(`UPDATE copy SET ${name} = ${VALUES[type]?.replace('%', name)}`)
      const { rows } = await owner.query('SELECT FROM sending WHERE id = $1 AND updated_at > $2', [
        step.sendingId,
        LONG_AGO,
      ])
      if (rows.length > 0) moved.push(name)
    }
    await owner.query('ROLLBACK')
    return names.map(({ name }) => name)
  })
  expect(moved.toSorted()).toEqual(columns.filter((name) => !INTERNAL_STEP_COLUMNS.includes(name)).toSorted())
})

it('changes wait for the end of a transaction whose start only another role can see', async () => {
  await asOwner(async (owner) => {
    await owner.query('BEGIN')
    await owner.query('SELECT pg_current_xact_id()')
    expect((await readChangeWatermark()).getTime()).toBeLessThan(0)
    await owner.query('ROLLBACK')
  })
  await expect.poll(readChangeWatermark).toSatisfy((at: Date) => at > LONG_AGO)
})

it('changes do not wait for a transaction that only reads', async () => {
  await asOwner(async (owner) => {
    await owner.query('BEGIN ISOLATION LEVEL REPEATABLE READ')
    await owner.query('SELECT count(*) FROM contact')
    const { id, updatedAt } = await aContact(organizationId)
    await expect.poll(readChangeWatermark, { timeout: 15_000 }).toSatisfy((at: Date) => at > updatedAt)
    expect(await db.contact.count({ where: { id } })).toBe(1)
    await owner.query('ROLLBACK')
  })
})
