import { v7 as uuidv7 } from 'uuid'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as accountFile from '../../app/api/account/route'
import { listAlerts } from '../alerts/alert-log'
import { sendTestAlert } from '../alerts/send-test-alert'
import { handleSessionRpc } from '../api/session/session-rpc'
import { createApiKey } from '../api-keys/api-keys'
import { DAY_MS } from '../clock'
import { db } from '../db'
import { removeMember, transferOwnership } from '../members/members'
import { sendSystemEmail } from '../system-emails/send-system-email'
import { withOpenTransaction } from '../testing/database/locks'
import { useMailbox } from '../testing/environment'
import { anOwner, fastPasswordHash } from '../testing/factories/accounts'
import { anEmailAddress } from '../testing/factories/basics'
import { aMember } from '../testing/factories/sessions'
import { deleteDueAccounts } from './account-deletion'
import { serializeSessionCookie } from './session-cookie'
import { signIn } from './sign-in'

const mailbox = await useMailbox()

afterEach(() => vi.useRealTimers())

const PASSWORD = 'the first password'
const passwordHash = await fastPasswordHash(PASSWORD)

/** The owner of the organization, and a member of it. */
let owner: { userId: string; organizationId: string }
let person: { userId: string; email: string }
let address: string

beforeEach(async () => {
  address = `test-${uuidv7()}`
  owner = await anOwner(
    { name: 'Ada', email: anEmailAddress(), password: PASSWORD, organizationName: 'Engines' },
    'operator',
  )
  const email = anEmailAddress('grace')
  const memberships = { create: { organizationId: owner.organizationId, role: 'admin' } }
  const { id } = await db.user.create({ data: { name: 'Grace', email, passwordHash, memberships } })
  person = { userId: id, email }
})

async function aBrowser() {
  const signedIn = await signIn({ email: person.email, password: PASSWORD }, { address, requestId: null })
  if (!signedIn || !('sessionId' in signedIn)) throw new Error('not signed in')
  const [cookie = ''] = (await serializeSessionCookie(signedIn)).split(';')
  const call = async (procedure: string, input?: object) => {
    const isQuery = ['account.profile', 'account.get', 'contacts.list'].includes(procedure)
    const query = isQuery && input ? `?input=${encodeURIComponent(JSON.stringify(input))}` : ''
    const response = await handleSessionRpc(
      new Request(`https://feedback.example.com/api/trpc/${procedure}${query}`, {
        method: isQuery ? 'GET' : 'POST',
        headers: { cookie, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
        ...(isQuery ? {} : { body: JSON.stringify(input ?? {}) }),
      }),
    )
    const body = await response.json()
    return { status: response.status, data: body.result?.data.data, error: body.error?.message as string | undefined }
  }
  return { cookie, call }
}

/** Runs the email job for the pending emails of the person. */
async function mails(): Promise<string[]> {
  const rows = await db.systemEmail.findMany({
    where: { endedAt: null, OR: [{ userId: person.userId }, { address: person.email }] },
  })
  for (const { id } of rows) await sendSystemEmail(id)
  return mailbox.to(person.email).map(({ mail }) => mail.subject ?? '')
}

type Id = { userId: string }
const transfer = (from: Id, to: Id) =>
  transferOwnership(
    owner.organizationId,
    { userId: from.userId, sessionId: uuidv7() },
    { userId: to.userId, current: PASSWORD },
  )

const later = (days: number) => vi.useFakeTimers({ now: Date.now() + days * DAY_MS, toFake: ['Date'] })
const isThere = async () => (await db.user.count({ where: { id: person.userId } })) === 1
const actions = async () => {
  const rows = await db.auditEvent.findMany({ where: { recordId: person.userId }, orderBy: { id: 'asc' } })
  return rows.map(({ action }) => action).filter((action) => action.startsWith('account.'))
}

describe('account deletion', () => {
  it('requires the password for account deletion, ends all sessions and blocks the account until cancelled', async () => {
    const [here, there] = [await aBrowser(), await aBrowser()]
    expect((await here.call('account.requestDeletion', { current: 'a guess' })).status).toBe(400)
    expect((await here.call('account.requestDeletion', { current: PASSWORD })).status).toBe(200)
    for (const browser of [here, there]) expect((await browser.call('account.get')).status).toBe(401)
    expect(await mails()).toEqual(['Your account will be deleted'])

    const again = await aBrowser()
    expect((await again.call('account.get')).data).toMatchObject({ restriction: 'leaving' })
    const refused = await again.call('contacts.list', {})
    expect([refused.status, refused.error]).toEqual([403, expect.stringContaining('about to be deleted')])
    expect((await again.call('account.createOrganization', { name: 'Second' })).status).toBe(403)
    expect((await again.call('account.cancelDeletion')).data).toMatchObject({ deletesAt: null })
    expect((await again.call('account.get')).data).toMatchObject({ restriction: null })
    expect((await again.call('contacts.list', {})).status).toBe(200)
    expect(await mails()).toContain('Your account is kept')
    later(8)
    await deleteDueAccounts()
    expect(await isThere()).toBe(true)
    expect(await actions()).toEqual(['account.deletion_asked', 'account.kept'])
  })

  it('deletes an account after exactly seven days, but not its API keys or its name in the audit log', async () => {
    const { call } = await aBrowser()
    await call('account.requestDeletion', { current: PASSWORD })
    const { organizationId } = owner
    const key = await createApiKey(organizationId, { name: 'Till', scopes: ['contacts:read'], expiresAt: null })
    await db.apiKey.update({ where: { id: key.id }, data: { createdById: person.userId } })
    const invitationInput = {
      role: 'admin',
      language: 'en',
      invitedById: person.userId,
      expiresAt: new Date('2099-01-01'),
    }
    const invitation = await db.invitation.create({
      data: { ...invitationInput, organizationId, email: anEmailAddress() },
    })
    later(6.99)
    await deleteDueAccounts()
    expect(await isThere()).toBe(true)
    later(0.02)
    await Promise.all([deleteDueAccounts(), deleteDueAccounts()])
    expect(await isThere()).toBe(false)
    await expect(aBrowser()).rejects.toThrow('not signed in')
    expect(await db.apiKey.findUnique({ where: { id: key.id } })).toMatchObject({ createdById: null })
    expect(await db.invitation.findUnique({ where: { id: invitation.id } })).toMatchObject({
      withdrawnAt: expect.any(Date) as Date,
    })
    expect(await actions()).toEqual(['account.deletion_asked', 'account.deleted'])
    expect(await db.auditEvent.findFirst({ where: { action: 'account.deleted', organizationId } })).toMatchObject({
      recordName: 'Grace',
      actorType: 'system',
    })
    expect(await db.membership.count({ where: { userId: person.userId } })).toBe(0)
    expect(await mails()).toContain('Your account has been deleted')
  })

  it('skips the pending alerts of a deleted account', async () => {
    const { organizationId } = owner
    const rule = { name: 'Unhappy', trigger: 'response', pauseMinutes: 0, userIds: [person.userId] }
    const { id: ruleId } = await db.alertRule.create({ data: { organizationId, ...rule } })
    await sendTestAlert(organizationId, ruleId)
    await db.organization.update({ where: { id: organizationId }, data: { suspendedAt: new Date() } })
    await (await aBrowser()).call('account.requestDeletion', { current: PASSWORD })
    later(8)
    await deleteDueAccounts()
    expect(await isThere()).toBe(false)
    expect((await listAlerts(organizationId, { page: 1, limit: 5 })).data).toMatchObject([
      { state: 'skipped', messages: [{ channel: 'email', state: 'skipped', reason: { code: 'notMember' } }] },
    ])
  })

  it('refuses account deletion to an owner, and an ownership transfer to an account pending deletion', async () => {
    await transfer(owner, person)
    const { call } = await aBrowser()
    const refused = await call('account.requestDeletion', { current: PASSWORD })
    expect([refused.status, refused.error]).toEqual([403, expect.stringContaining('You own Engines.')])
    await transfer(person, owner)
    expect((await call('account.requestDeletion', { current: PASSWORD })).status).toBe(200)
    await expect(transfer(owner, person)).rejects.toMatchObject({ status: 403 })
  })

  it('lets only one of a concurrent ownership transfer and account deletion request succeed', async () => {
    const { call } = await aBrowser()
    const transferred = transfer(owner, person).then(
      () => 200,
      () => 403,
    )
    const deletionStatus = call('account.requestDeletion', { current: PASSWORD }).then(({ status }) => status)
    expect((await Promise.all([transferred, deletionStatus])).toSorted((a, b) => a - b)).toEqual([200, 403])
  })

  it('deletes other due accounts while one is locked, and deletes that one in the next run', async () => {
    const people = [person.userId, (await aMember(owner.organizationId, 'member')).userId] as const
    const whoIsThere = () => Promise.all(people.map((id) => db.user.count({ where: { id } })))
    for (const [place, id] of people.entries())
      await db.user.update({ where: { id }, data: { deletesAt: new Date(Date.now() - (2 - place) * DAY_MS) } })
    await withOpenTransaction(async (tx) => {
      await tx.$queryRaw`SELECT FROM "user" WHERE id = ${person.userId}::uuid FOR UPDATE`
      await deleteDueAccounts()
      expect(await whoIsThere()).toEqual([1, 0])
    })
    await deleteDueAccounts()
    expect(await whoIsThere()).toEqual([0, 0])
  })

  it('deletes an account that was removed from its organization after requesting deletion', async () => {
    const { call } = await aBrowser()
    await call('account.requestDeletion', { current: PASSWORD })
    await removeMember(owner.organizationId, person.userId, owner)
    later(8)
    await deleteDueAccounts()
    expect(await isThere()).toBe(false)
  })
})

it('exports a person’s own data as a file, without password hashes or the names of other members', async () => {
  const { call, cookie } = await aBrowser()
  await call('account.updateProfile', { theme: 'dark' })
  const ask = (headers: Record<string, string>) =>
    accountFile.GET(new Request('https://feedback.example.com/api/account', { headers }), undefined)
  expect((await ask({})).status).toBe(401)
  const response = await ask({ cookie })
  expect([response.status, response.headers.get('content-disposition')]).toEqual([
    200,
    expect.stringMatching(/^attachment; filename="account-[\d-]+\.json"$/),
  ])
  const text = await response.text()
  expect(JSON.parse(text)).toMatchObject({
    profile: { name: 'Grace', email: person.email, theme: 'dark' },
    memberships: [{ role: 'admin', organization: { name: 'Engines' } }],
    sessions: [{ isCurrent: true, address }],
    log: [{ action: 'account.exported' }, { action: 'sign_in.succeeded' }],
  })
  expect(text).not.toContain('argon2')
  expect(text).not.toContain('Ada')
})
