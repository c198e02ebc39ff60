import { parse } from 'csv-parse/sync'
import { v7 as uuidv7 } from 'uuid'
import { beforeEach, expect, it } from 'vitest'
import { handleAuditLogExport } from '../api/downloads/audit-log-export'
import { db } from '../db'
import { callDashboard } from '../testing/dashboard-client'
import { anOrganization } from '../testing/factories/basics'
import { aSession } from '../testing/factories/sessions'
import { transact } from '../unit-of-work'
import { audit } from './audit'

let organizationId: string
let owner: Awaited<ReturnType<typeof aSession>>

beforeEach(async () => {
  organizationId = await anOrganization()
  owner = await aSession(organizationId)
})

const call = async <T = unknown>(procedure: string, input: object, cookie = owner.cookie): Promise<T> =>
  callDashboard<T>(cookie, procedure, input)
const entries = () =>
  db.auditEvent.findMany({ where: { organizationId }, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] })
const page = (input: object) =>
  call<{ entries: { id: string; action: string }[]; next: string | null }>('auditLog.list', input)

it('pages through the audit log newest first, unaffected by concurrent entries', async () => {
  for (let day = 1; day <= 7; day += 1) await call('settings.update', { throttleDays: day })
  const seen: string[] = []
  for (let after: string | null = null, pages = 0; pages === 0 || after !== null; pages += 1) {
    const { entries: pageEntries, next } = await page({ limit: 3, ...(after === null ? {} : { after }) })
    seen.push(...pageEntries.map(({ id }) => id))
    after = next
    await call('settings.update', { throttleDays: 100 + pages })
  }
  const all = (await entries()).map(({ id }) => id)
  expect(seen).toEqual(all.slice(0, 7).toReversed())
})

it('a page after an entry that was removed is empty, and does not start again at the newest', async () => {
  await call('settings.update', { throttleDays: 1 })
  expect(await page({ limit: 3, after: uuidv7() })).toEqual({ entries: [], next: null })
})

it('filters the audit log by group, actor, record and date', async () => {
  const { id: key } = await call<{ id: string }>('apiKeys.create', { name: 'Till', scopes: ['contacts:read'] })
  await call('settings.update', { throttleDays: 3 })
  const admin = await aSession(organizationId, 'admin')
  await call('settings.update', { throttleDays: 4 }, admin.cookie)
  const listActions = async (filter: object) =>
    (await page({ limit: 10, ...filter })).entries.map(({ action }) => action)
  expect(await listActions({ group: 'apiKey' })).toEqual(['api_key.created'])
  expect(await listActions({ actorId: admin.userId })).toEqual(['settings.changed'])
  expect(await listActions({ recordId: key })).toEqual(['api_key.created'])
  const today = new Date().toISOString().slice(0, 10)
  expect(await listActions({ start_date: today, end_date: today })).toHaveLength(3)
  expect(await listActions({ end_date: '2020-01-01' })).toEqual([])
  const actors = await call<{ id: string }[]>('auditLog.actors', {})
  expect(actors.map(({ id }) => id).toSorted()).toEqual([owner.userId, admin.userId].toSorted())
})

it('offers the 200 most recent actors of the audit log under their latest names', async () => {
  const [first, ...others] = Array.from({ length: 201 }, () => uuidv7())
  const entry = (actorId: string, actorName: string, at: number) => ({
    organizationId,
    action: 'settings.changed',
    actorType: 'user',
    actorId,
    actorName,
    createdAt: new Date(at),
  })
  const written = [...others.map((id, turn) => entry(id, `B${turn}`, turn)), entry(first ?? '', 'Zoë', 9000)]
  await db.auditEvent.createMany({
    data: [entry(first ?? '', 'Before', 8000), ...written].map((row) => ({ id: uuidv7(), ...row })),
  })
  const actors = await call<{ id: string; name: string }[]>('auditLog.actors', {})
  expect(actors).toHaveLength(200)
  expect(actors.at(-1), 'by name').toEqual({ type: 'user', id: first, name: 'Zoë' })
  expect(actors.map(({ id }) => id)).not.toContain(others[0])
})

it('exports the audit log as CSV with formulas escaped, and audits the export', async () => {
  await db.user.update({ where: { id: owner.userId }, data: { name: '=HYPERLINK("http://evil.example")' } })
  await call('settings.update', { throttleDays: 3 })
  const ask = (cookie: string, query = '') =>
    handleAuditLogExport(new Request(`http://localhost/api/audit-log${query}`, { headers: { cookie } }))
  const response = await ask(owner.cookie, '?group=settings')
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  const text = await response.text()
  const [row, ...more] = parse<Record<string, string>>(text, { columns: true, bom: true })
  expect(more).toEqual([])
  expect(row).toMatchObject({ action: 'settings.changed', what: 'Changed the settings of', actor_id: owner.userId })
  expect(row?.actor).toBe(`'=HYPERLINK("http://evil.example")`)
  expect((await entries()).map(({ action }) => action)).toContain('audit_log.exported')
  await transact(() =>
    audit(organizationId, { action: 'member.joined', record: { type: 'person', id: owner.userId, name: 'Ada' } }),
  )
  const joined = parse<Record<string, string>>(await (await ask(owner.cookie, '?group=member')).text(), {
    columns: true,
    bom: true,
  })
  expect(joined.map(({ what }) => what)).toEqual(['Joined the organization'])

  const member = await aSession(organizationId, 'member')
  await expect(ask(member.cookie)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(ask('none=1')).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
})
