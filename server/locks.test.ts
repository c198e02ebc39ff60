import { v7 as uuidv7 } from 'uuid'
import { expect, it } from 'vitest'
import { db } from './db'
import { type LockMode, lockOrganization, lockRow, lockRows, type TenantTable } from './locks'
import { waitForLockWaiters, withOpenTransaction } from './testing/database/locks'
import { aContact, anOrganization } from './testing/factories/basics'
import { transact } from './unit-of-work'

it('lockRow makes a concurrent change of the row wait until the transaction ends', async () => {
  const organizationId = await anOrganization()
  const contact = await aContact(organizationId)
  const where = { organizationId, id: contact.id }
  const { change } = await withOpenTransaction(async (tx) => {
    expect(await lockRow(tx, 'contact', organizationId, contact.id)).toBe(true)
    const changed = db.contact.update({ where, data: { firstName: 'Grace' } }).then((row) => row.firstName)
    await waitForLockWaiters('UPDATE "public"."contact" SET%')
    await tx.contact.update({ where, data: { lastName: 'Hopper' } })
    return { change: changed }
  })
  expect(await change).toBe('Grace')
  expect(await db.contact.findUnique({ where })).toMatchObject({ firstName: 'Grace', lastName: 'Hopper' })
})

it('lockRow returns false for a row of another organization and for a skipped one', async () => {
  const [organizationId, other] = [await anOrganization(), await anOrganization()]
  const { id } = await aContact(organizationId)
  const lock = (tenant: string, mode: LockMode) => transact(({ tx }) => lockRow(tx, 'contact', tenant, id, mode))
  expect(await lock(other, 'UPDATE')).toBe(false)
  await withOpenTransaction(async (tx) => {
    await lockRow(tx, 'contact', organizationId, id)
    expect(await lock(organizationId, 'UPDATE SKIP LOCKED')).toBe(false)
  })
  expect(await lock(organizationId, 'UPDATE SKIP LOCKED')).toBe(true)
})

it('lockRows returns the ids of the rows that exist, in order', async () => {
  const organizationId = await anOrganization()
  const ids = [(await aContact(organizationId)).id, (await aContact(organizationId)).id].toSorted()
  const requestedIds = [...ids, uuidv7()].toReversed()
  expect(await transact(({ tx }) => lockRows(tx, 'contact', organizationId, requestedIds, 'KEY SHARE'))).toEqual(ids)
})

it('two transactions can hold a SHARE lock of one organization', async () => {
  const organizationId = await anOrganization()
  await withOpenTransaction(async (tx) => {
    await lockOrganization(tx, organizationId, 'SHARE')
    expect(await transact((work) => lockOrganization(work.tx, organizationId, 'SHARE'))).toBe(true)
  })
})

it('TenantTable names only tables that exist in the database', async () => {
  const tables: TenantTable[] = ['contact', 'alert_rule', 'contact_organization', 'webhook_subscription']
  const rows = await db.$queryRaw<{ name: string }[]>`
    SELECT table_name AS name FROM information_schema.columns WHERE column_name = 'organization_id' AND table_name = ANY(${tables})`
  expect(rows.map(({ name }) => name).toSorted()).toEqual(tables.toSorted())
})
