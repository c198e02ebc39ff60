import { parse } from 'csv-parse/sync'
import { v7 as uuidv7 } from 'uuid'
import { beforeEach, describe, expect, it } from 'vitest'
import { handleAuditLogExport } from '../api/downloads/audit-log-export'
import { handleOwnAccountDataExport } from '../api/downloads/own-account-data-export'
import { handleResponsesExport } from '../api/downloads/responses-export'
import { handleListWebhooksWithSecrets } from '../api/session/list-webhooks-with-secrets'
import { handleSessionRpc } from '../api/session/session-rpc'
import { runCommand } from '../cli/run-command'
import { db } from '../db'
import { aContact, anOrganization, aSubscription, aSurvey } from '../testing/factories/basics'
import { aResponse } from '../testing/factories/responses'
import { aSession } from '../testing/factories/sessions'
import { apiAs } from '../testing/rest-client'
import { transact } from '../unit-of-work'
import { audit, listFieldChanges } from './audit'

let organizationId: string
let owner: Awaited<ReturnType<typeof aSession>>

beforeEach(async () => {
  organizationId = await anOrganization()
  owner = await aSession(organizationId)
})

async function call<T = unknown>(procedure: string, input: object, cookie = owner.cookie): Promise<T> {
  const isQuery = procedure.startsWith('auditLog.')
  const query = isQuery ? `?input=${encodeURIComponent(JSON.stringify(input))}` : ''
  const response = await handleSessionRpc(
    new Request(`http://localhost/api/trpc/${procedure}${query}`, {
      method: isQuery ? 'GET' : 'POST',
      headers: {
        cookie,
        'content-type': 'application/json',
        'sec-fetch-site': 'same-origin',
        'x-forwarded-for': '192.0.2.9',
      },
      ...(isQuery ? {} : { body: JSON.stringify(input) }),
    }),
  )
  const body = (await response.json()) as { result?: { data: { data: T } } }
  expect(body).toHaveProperty('result')
  return body.result?.data.data as T
}

const entries = () =>
  db.auditEvent.findMany({ where: { organizationId }, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] })
const actions = async () => (await entries()).map(({ action }) => action)

describe('an audit log entry', () => {
  it('rolls back an audit entry with its transaction, and refuses one outside a transaction', async () => {
    const undone = transact(async () => {
      await audit(organizationId, { action: 'settings.changed' })
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(await entries()).toEqual([])
    await expect(audit(organizationId, { action: 'settings.changed' })).rejects.toThrow('inside a transaction')
  })

  it('audits an update with actor, record, changes and request id, and skips one that changes nothing', async () => {
    await call('settings.update', { name: 'New name', throttleDays: 30 })
    await call('settings.update', { name: 'New name' })
    const [entry, ...more] = await entries()
    expect(more).toEqual([])
    expect(entry).toMatchObject({
      action: 'settings.changed',
      actorType: 'user',
      actorId: owner.userId,
      actorName: 'Grace Hopper',
      recordType: 'organization',
      recordId: organizationId,
      changes: [
        { field: 'name', from: expect.any(String) as string, to: 'New name' },
        { field: 'throttleDays', from: null, to: 30 },
      ],
    })
    expect(entry?.requestId).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('audits changes to API keys, webhooks and sequences, without recording any secret', async () => {
    const { id: key } = await call<{ id: string }>('apiKeys.create', { name: 'Till', scopes: ['contacts:read'] })
    await call('apiKeys.update', { id: key, scopes: ['contacts:*'] })
    await call('apiKeys.rotate', { id: key, overlapHours: 24 })
    await call('apiKeys.endPrevious', { id: key })
    await call('apiKeys.setActive', { id: key, isActive: false })
    await call('apiKeys.revoke', { id: key })
    const hook = { hookUrl: 'https://hook.example.com/in', triggerTypes: ['new_contact', 'new_response'] }
    const { id } = await call<{ id: string }>('webhookConsole.add', hook)
    await call('webhookConsole.secret', { id })
    await call('webhookConsole.rotateSecret', { id })
    await call('webhookConsole.update', { id, triggerTypes: ['new_contact'] })
    await call('webhookConsole.remove', { id })
    const sequence = await call<{ id: string }>('sequences.save', { name: 'Visit', description: '', steps: [] })
    await call('sequences.setStatus', { id: sequence.id, status: 'archived' })
    await call('sequences.delete', { id: sequence.id })
    expect(await actions()).toEqual([
      'api_key.created',
      'api_key.changed',
      'api_key.rotated',
      'api_key.secret_ended',
      'api_key.deactivated',
      'api_key.revoked',
      'webhook.created',
      'webhook.secret_shown',
      'webhook.secret_rotated',
      'webhook.changed',
      'webhook.removed',
      'sequence.status_changed',
      'sequence.deleted',
    ])
    const auditEntries = await entries()
    expect(JSON.stringify(auditEntries)).not.toMatch(/cfs_|whsec_/)
    expect(auditEntries.find(({ action }) => action === 'api_key.changed')).toMatchObject({
      recordName: 'Till',
      changes: [{ field: 'scopes', from: ['contacts:read'], to: ['contacts:*'] }],
    })
    expect(auditEntries.find(({ action }) => action === 'webhook.changed')).toMatchObject({
      recordName: 'https://hook.example.com/in',
      changes: [{ field: 'triggerTypes', from: ['new_contact', 'new_response'], to: ['new_contact'] }],
    })
  })

  it('audits exports of responses and own data, and the display of signing secrets once an hour per person', async () => {
    const { id: surveyId } = await aSurvey(organizationId)
    const { id: response } = await aResponse(organizationId, surveyId)
    const elsewhere = await anOrganization()
    const { id: foreign } = await aResponse(elsewhere, (await aSurvey(elsewhere)).id)
    const at = (path: string, cookie = owner.cookie) =>
      new Request(`http://localhost${path}`, { headers: { cookie, 'x-forwarded-for': '192.0.2.9' } })
    const take = async (ids: string[]) =>
      (await handleResponsesExport(at(`/api/responses?format=json&ids=${ids.join()}`))).json()
    expect(await take([response, foreign])).toMatchObject([{ id: response }])
    expect(await take([foreign])).toEqual([])
    expect((await handleOwnAccountDataExport(at('/api/account'))).status).toBe(200)
    const read = async (cookie?: string) =>
      expect((await handleListWebhooksWithSecrets(at('/api/settings/webhooks', cookie))).status).toBe(200)
    await read()
    expect(await actions(), 'there are none').toEqual(['responses.exported', 'account.exported'])
    await aSubscription(organizationId, ['new_contact'])
    await Promise.all([read(), read(), read()])
    const admin = await aSession(organizationId, 'admin')
    await read(admin.cookie)
    await db.auditEvent.updateMany({
      where: { organizationId, actorId: owner.userId },
      data: { createdAt: new Date(Date.now() - 60 * 60_000) },
    })
    await read()
    const auditEntries = await entries()
    expect(auditEntries.map(({ action, actorId }) => [action, actorId === owner.userId])).toEqual([
      ['responses.exported', true],
      ['account.exported', true],
      ['webhook.secrets_shown', true],
      ['webhook.secrets_shown', false],
      ['webhook.secrets_shown', true],
    ])
    for (const entry of auditEntries) expect(entry).toMatchObject({ actorType: 'user', address: '192.0.2.9' })
    expect(auditEntries[0]?.changes).toEqual([{ field: 'count', from: null, to: 1 }])
  })

  it('audits created, changed and deleted reply templates with their changes', async () => {
    const texts = { en: 'Thank you.', fr: '' }
    const { id } = await call<{ id: string }>('replyTemplates.create', { kind: 'review', name: 'Thanks', texts })
    await call('replyTemplates.update', { id, kind: 'review', name: 'Many thanks', texts })
    await call('replyTemplates.update', { id, kind: 'review', name: 'Many thanks', texts })
    await call('replyTemplates.delete', { id })
    expect(await entries()).toMatchObject([
      { action: 'reply_template.created', recordType: 'replyTemplate', recordId: id, recordName: 'Thanks' },
      { action: 'reply_template.changed', changes: [{ field: 'name', from: 'Thanks', to: 'Many thanks' }] },
      { action: 'reply_template.deleted', recordName: 'Many thanks', actorId: owner.userId },
    ])
  })

  it('audits created, changed and deleted contact properties with their changes', async () => {
    const label = { en: 'Seats', fr: 'Places' }
    const { id } = await call<{ id: string }>('contactProperties.create', { key: 'seats', type: 'text', label })
    await call('contactProperties.update', { id, type: 'number', label })
    await call('contactProperties.update', { id, type: 'number', label })
    await call('contactProperties.delete', { id })
    expect(await entries()).toMatchObject([
      { action: 'contact_property.created', recordType: 'contactProperty', recordId: id, recordName: 'seats' },
      { action: 'contact_property.changed', changes: [{ field: 'type', from: 'text', to: 'number' }] },
      { action: 'contact_property.deleted', recordName: 'seats', actorId: owner.userId },
    ])
  })

  it('audits an erased contact with the API key as actor and only the contact’s id', async () => {
    const { id } = await aContact(organizationId, { email: 'ada@example.com' })
    const api = apiAs(organizationId, 'contacts:write')
    expect((await api(`DELETE /contacts/${id}`)).status).toBe(200)
    const [entry] = await entries()
    expect(entry).toMatchObject({ action: 'contact.deleted', actorType: 'key', recordId: id, recordName: null })
    expect(JSON.stringify(entry)).not.toContain('ada@')
  })

  it('audits operator commands with the operator as actor', async () => {
    expect(await runCommand(['org:suspend', '--org', organizationId, '--reason', 'Spam'])).toHaveProperty('answer')
    expect(
      await runCommand(['key:create', '--org', organizationId, '--name', 'K', '--scopes', 'admin']),
    ).toHaveProperty('answer')
    expect((await entries()).map(({ action, actorType }) => [action, actorType])).toEqual([
      ['organization.suspended', 'operator'],
      ['api_key.created', 'operator'],
    ])
  })
})

describe('the audit log', () => {
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
    expect(await actions()).toContain('audit_log.exported')
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
})

it('the recorded changes of a record have only differing values, and truncated long texts', () => {
  const before = { name: 'A', tags: ['x'], at: new Date(0), text: '' }
  const after = { name: 'A', tags: ['x', 'y'], at: new Date(0), text: 'z'.repeat(900) }
  const [tags, text, ...more] = listFieldChanges(before, after)
  expect(more).toEqual([])
  expect(tags).toEqual({ field: 'tags', from: ['x'], to: ['x', 'y'] })
  expect(text).toMatchObject({ field: 'text', from: '' })
  expect(text?.to).toHaveLength(501)
})
