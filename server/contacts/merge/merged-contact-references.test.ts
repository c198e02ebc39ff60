import { expect, it } from 'vitest'
import { db, queryRows } from '../../db'
import { aContact } from '../../testing/factories/basics'
import { aTenant } from '../../testing/tenancy/tenant'
import { mergeContacts } from './merge-contacts'

/** Columns that keep the id of a merged contact, and why. */
const KEPT: Readonly<Record<string, string>> = {
  'contact_job_item.contact_id': 'the result of a bulk action tells what was done, also to contacts that are gone',
  'deleted_record.id': 'the change feed tells that the contact is gone',
}

type Column = { table: string; column: string; isArray: boolean }

/** The columns of ids of all tables, as the database knows them. */
function listIdColumns(): Promise<Column[]> {
  return queryRows<Column>({
    text: `SELECT c.relname AS table, a.attname AS column, a.atttypid = 'uuid[]'::regtype AS "isArray"
      FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND a.attnum > 0
        AND a.atttypid IN ('uuid'::regtype, 'uuid[]'::regtype)`,
    values: [],
  })
}

async function listColumnsWith(id: string): Promise<string[]> {
  const found: string[] = []
  for (const { table, column, isArray } of await listIdColumns()) {
    const condition = isArray ? `$1::uuid = ANY ("${column}")` : `"${column}" = $1::uuid`
    const rows = await queryRows({ text: `SELECT FROM "${table}" WHERE ${condition} LIMIT 1`, values: [id] })
    if (rows.length > 0) found.push(`${table}.${column}`)
  }
  return found.toSorted()
}

it('after a merge no row of any table has the id of the contact that went, apart from declared ones', async () => {
  const { organizationId, contact: otherId } = await aTenant()
  const message = { channel: 'email', sender: 'us@example.com', recipient: 'you@example.com', text: 'Hello' }
  await db.capturedMessage.create({
    data: { organizationId, ...message, contactId: otherId, namedContactIds: [otherId] },
  })
  const columns = (await listIdColumns()).map(({ table, column }) => `${table}.${column}`)
  const ofContacts = columns.filter((column) => column.endsWith('.contact_id') || column.endsWith('.named_contact_ids'))
  // Otherwise the fixture would have no row to move.
  expect(await listColumnsWith(otherId)).toEqual(expect.arrayContaining(ofContacts))
  const { id } = await aContact(organizationId)
  await mergeContacts(organizationId, { id, otherId })
  expect(await listColumnsWith(otherId)).toEqual(Object.keys(KEPT).toSorted())
})
