import { afterAll, describe, expect, it, vi } from 'vitest'

const configured = vi.hoisted(() => {
  const before = process.env.DATABASE_POOL_MAX
  // Small enough for two operations to deadlock if each needed a second connection.
  process.env.DATABASE_POOL_MAX = '2'
  return before
})

import { db, queryRows, queryRowsAutoCommit, requireNoTransaction, type Tx } from './db'
import { pool } from './pool'
import { withOpenTransaction } from './testing/database/locks'
import { aContact, anEmailAddress, anOrganization } from './testing/factories/basics'
import { apiAs } from './testing/rest-client'
import { afterCommit, transact, transactLazily, withSnapshot } from './unit-of-work'

afterAll(() => {
  if (configured === undefined) delete process.env.DATABASE_POOL_MAX
  else process.env.DATABASE_POOL_MAX = configured
})

it('201: completes forty concurrent idempotent creations on two connections, beside other reads', async () => {
  const [one, other] = [await anOrganization(), await anOrganization()]
  await aContact(other)
  const create = apiAs(one, 'contacts:write')
  const read = apiAs(other, 'contacts:read')
  const creations = Array.from({ length: 40 }, (_, index) =>
    create(
      'POST /contacts',
      { email: anEmailAddress(), firstName: 'Ada', phone: '+15551234567' },
      { headers: { 'Idempotency-Key': `k${index}` } },
    ),
  )
  const reads = Array.from({ length: 10 }, () => read('GET /contacts'))
  expect((await Promise.all(reads)).map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200))
  expect((await Promise.all(creations)).map(({ status }) => status)).toEqual(Array.from({ length: 40 }, () => 201))
  expect(await db.contact.count({ where: { organizationId: one } })).toBe(40)
})

describe('transactions', () => {
  const nameOf = async (id: string) => (await db.organization.findUnique({ where: { id } }))?.name

  it('queries inside a transaction use that transaction and its connection', async () => {
    const id = await anOrganization()
    const undone = transact(async ({ tx }) => {
      await tx.organization.update({ where: { id }, data: { name: 'Changed' } })
      const [row] = await queryRows<{ name: string }>({
        text: 'SELECT name FROM organization WHERE id = $1::uuid',
        values: [id],
      })
      expect([await nameOf(id), row?.name]).toEqual(['Changed', 'Changed'])
      // The log of earlier requests may be written meanwhile, on a connection of its own.
      await expect.poll(() => pool.totalCount - pool.idleCount).toBe(1)
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(await nameOf(id)).not.toBe('Changed')
  })

  it('a failed nested transaction is rolled back alone, and the outer one commits', async () => {
    const id = await anOrganization()
    const email = anEmailAddress()
    await transact(async ({ tx }) => {
      await aContact(id, { email })
      const part = transact(async () => {
        await tx.organization.update({ where: { id }, data: { name: 'Changed' } })
        await aContact(id, { email })
      })
      await expect(part).rejects.toMatchObject({ code: 'P2002' })
      expect(await nameOf(id)).not.toBe('Changed')
      await tx.organization.update({ where: { id }, data: { timeZone: 'Europe/Paris' } })
    })
    expect(await db.organization.findUnique({ where: { id } })).toMatchObject({ timeZone: 'Europe/Paris' })
    expect(await db.contact.count({ where: { organizationId: id } })).toBe(1)
  })

  it('commits all nested transactions that were started concurrently', async () => {
    const id = await anOrganization()
    await transact(() => Promise.all(Array.from({ length: 5 }, () => transact(() => aContact(id)))))
    expect(await db.contact.count({ where: { organizationId: id } })).toBe(5)
  })

  it('refuses requireNoTransaction, queryRowsAutoCommit and $transaction inside a transaction', async () => {
    await transact(async () => {
      expect(() => requireNoTransaction('A walk')).toThrow('A walk has no place inside a transaction.')
      await expect(queryRowsAutoCommit({ text: 'SELECT 1 AS one', values: [] })).rejects.toThrow('inside a transaction')
      expect(() => Reflect.get(db, '$transaction')).toThrow('transact')
    })
    requireNoTransaction('A walk')
  })

  it('un-awaited work that outlives its transaction uses the pool', async () => {
    const id = await anOrganization()
    let go = (): void => undefined
    const later = new Promise<void>((resolve) => {
      go = resolve
    })
    const { late } = await transact(async () => ({ late: later.then(() => nameOf(id)) }))
    go()
    expect(await late).toContain('Organization')
  })
})

describe('transactLazily', () => {
  it('takes a connection at the first transact, and not before', async () => {
    const usedConnections = () => pool.totalCount - pool.idleCount
    let began = false
    // A connection is released shortly after its result.
    await transactLazily(
      async () => {
        await expect.poll(usedConnections).toBe(0)
        await anOrganization()
        await expect.poll(usedConnections).toBe(0)
        await transact(async () => undefined)
        await expect.poll(usedConnections).toBe(1)
      },
      {
        begin: async () => undefined,
        complete: async (_, tx) => {
          began = Boolean(tx)
        },
      },
    )
    expect(began).toBe(true)
  })

  it('rolls everything back if its last step fails', async () => {
    let id = ''
    const undone = transactLazily(() => transact(async () => void (id = await anOrganization())), {
      begin: async () => undefined,
      complete: () => Promise.reject(new Error('undone')),
    })
    await expect(undone).rejects.toThrow('undone')
    expect(await db.organization.count({ where: { id } })).toBe(0)
  })
})

describe('afterCommit', () => {
  it('runs callbacks of nested transactions once the outermost has committed', async () => {
    const calls: string[] = []
    await transact(async () => {
      await transact(async () => afterCommit(() => calls.push('inner')))
      afterCommit(() => calls.push('outer'))
      expect(calls).toEqual([])
    })
    expect(calls).toEqual(['inner', 'outer'])
  })

  it('runs no callback of a transaction, or of a nested one, that was rolled back', async () => {
    const calls: string[] = []
    await transact(async () => {
      const part = transact(async () => {
        afterCommit(() => calls.push('inner'))
        throw new Error('undone')
      })
      await expect(part).rejects.toThrow('undone')
    })
    expect(calls).toEqual([])
  })

  it('throws outside of a transaction', () => {
    expect(() => afterCommit(() => undefined)).toThrow('inside a transaction')
  })
})

it('withSnapshot does not see what others commit meanwhile', async () => {
  const id = await anOrganization()
  const name = async (tx: Tx) => (await tx.organization.findUnique({ where: { id } }))?.name
  const [before, after] = await withSnapshot(async (tx) => {
    const first = await name(tx)
    await withOpenTransaction((other) => other.organization.update({ where: { id }, data: { name: 'Changed' } }))
    return [first, await name(tx)]
  })
  expect(after).toBe(before)
  expect(await name(db)).toBe('Changed')
})
