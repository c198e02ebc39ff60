import { beforeEach, describe, expect, it } from 'vitest'
import { handleOwnAccountDataExport } from '../api/downloads/own-account-data-export'
import { handleResponsesExport } from '../api/downloads/responses-export'
import { handleListWebhooksWithSecrets } from '../api/session/list-webhooks-with-secrets'
import { runCommand } from '../cli/run-command'
import { db } from '../db'
import { callDashboard } from '../testing/dashboard-client'
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

const call = async <T = unknown>(procedure: string, input: object, cookie = owner.cookie): Promise<T> =>
  callDashboard<T>(cookie, procedure, input)

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

it('the recorded changes of a record have only differing values, and truncated long texts', () => {
  const before = { name: 'A', tags: ['x'], at: new Date(0), text: '' }
  const after = { name: 'A', tags: ['x', 'y'], at: new Date(0), text: 'z'.repeat(900) }
  const [tags, text, ...more] = listFieldChanges(before, after)
  expect(more).toEqual([])
  expect(tags).toEqual({ field: 'tags', from: ['x'], to: ['x', 'y'] })
  expect(text).toMatchObject({ field: 'text', from: '' })
  expect(text?.to).toHaveLength(501)
})
