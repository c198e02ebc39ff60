import { v7 as uuidv7 } from 'uuid'
import { beforeEach, describe, expect, it } from 'vitest'
import { handleAuditLogExport } from '../api/downloads/audit-log-export'
import { toAppError } from '../api/error-mapping'
import { handleListWebhooksWithSecrets } from '../api/session/list-webhooks-with-secrets'
import { handleSessionRpc } from '../api/session/session-rpc'
import { serializeSessionCookie } from '../auth/session-cookie'
import { DAY_MS, MINUTE_MS } from '../clock'
import { db } from '../db'
import type { Role } from '../principal'
import { aMemberBrowser, findRole, listAuditActions, type MemberBrowser } from '../testing/clients/member-browser'
import { fastPasswordHash } from '../testing/factories/accounts'
import { anEmailAddress, anOrganization } from '../testing/factories/basics'
import { aMember } from '../testing/factories/sessions'
import type { Member } from './schema'

const aBrowser = (role: Role, of = organizationId) => aMemberBrowser(of, role)
const roleOf = (userId: string) => findRole(organizationId, userId)
const actions = () => listAuditActions(organizationId)

let organizationId: string
let owner: MemberBrowser
beforeEach(async () => {
  organizationId = await anOrganization({ name: 'Harbour & Co' })
  owner = await aBrowser('owner')
})

it('shows the two-factor state and last activity of members to owners and admins only', async () => {
  const member = await aBrowser('member')
  await db.membership.updateMany({ where: { organizationId }, data: { lastSeenAt: new Date() } })
  const listMembers = async (browser: MemberBrowser) => (await browser.call('members.list')).data as Member[]
  for (const listed of await listMembers(owner)) {
    expect(listed.lastSeenAt).not.toBeNull()
    expect(listed.hasSecondFactor).toBe(false)
  }
  for (const listed of await listMembers(member))
    expect(listed).toMatchObject({ lastSeenAt: null, hasSecondFactor: null })
})

it('lists on an API key the people who created its current and previous secrets', async () => {
  const [admin, colleague] = [await aBrowser('admin'), await aBrowser('admin')]
  const made = await admin.call('apiKeys.create', { name: 'Shop', scopes: ['contacts:read'] })
  const { id } = made.data as { id: string }
  const knownTo = async () =>
    ((await owner.call('apiKeys.list')).data as { id: string; knownTo: string[] }[]).find((key) => key.id === id)
      ?.knownTo
  expect(await knownTo()).toEqual([admin.userId])
  await colleague.call('apiKeys.rotate', { id, overlapHours: 1 })
  expect(await knownTo()).toEqual([colleague.userId, admin.userId])
  await colleague.call('apiKeys.endPrevious', { id })
  expect(await knownTo()).toEqual([colleague.userId])
})

describe('a role', () => {
  it('applies a role change to an open session from the next request', async () => {
    const admin = await aBrowser('admin')
    expect((await admin.call('members.invitations')).status).toBe(200)
    await owner.call('members.changeRole', { userId: admin.userId, role: 'member' })
    expect((await admin.call('members.invitations')).status).toBe(403)
    expect((await admin.call('members.invite', { email: anEmailAddress(), role: 'admin' })).status).toBe(403)
    await owner.call('members.changeRole', { userId: admin.userId, role: 'admin' })
    expect((await admin.call('members.invitations')).status).toBe(200)
    expect(
      await db.auditEvent.findFirst({
        where: { organizationId, action: 'member.role_changed' },
        orderBy: { id: 'asc' },
      }),
    ).toMatchObject({
      actorId: owner.userId,
      recordId: admin.userId,
      changes: [{ field: 'role', from: 'admin', to: 'member' }],
    })
  })

  it('refuses a demoted admin at once in admin procedures, webhook settings and the audit log file', async () => {
    const admin = await aBrowser('admin')
    const headers = { cookie: admin.cookie }
    const statuses = async () => [
      (
        await handleListWebhooksWithSecrets(
          new Request('https://feedback.example.com/api/settings/webhooks', { headers }),
        )
      ).status,
      await handleAuditLogExport(new Request('https://feedback.example.com/api/audit-log', { headers })).then(
        ({ status }) => status,
        (error: unknown) => toAppError(error).status,
      ),
    ]
    expect(await statuses()).toEqual([200, 200])
    await owner.call('members.changeRole', { userId: admin.userId, role: 'member' })
    const before = await actions()
    for (const [procedure, input] of [
      ['apiKeys.list'],
      ['apiKeys.create', { name: 'Till', scopes: ['admin'] }],
      ['settings.update', { name: 'Taken' }],
      ['webhookConsole.add', { hookUrl: 'https://hooks.example.com/x', triggerTypes: ['new_contact'] }],
      ['members.changeRole', { userId: admin.userId, role: 'admin' }],
      ['members.remove', { userId: owner.userId }],
    ] as const) {
      const { status, message } = await admin.call(procedure, input)
      expect([procedure, status, message]).toEqual([
        procedure,
        403,
        'Your role in this organization does not allow this.',
      ])
    }
    expect(await statuses()).toEqual([403, 403])
    expect(await actions()).toEqual(before)
    // Operations of the member role still work.
    expect((await admin.call('contacts.create', { email: anEmailAddress(), firstName: 'Ada' })).status).toBe(200)
  })

  it('refuses to change or remove an owner’s role, and to assign or invite another owner', async () => {
    const admin = await aBrowser('admin')
    const { userId } = owner
    expect((await admin.call('members.changeRole', { userId, role: 'member' })).status).toBe(403)
    expect((await admin.call('members.remove', { userId })).status).toBe(403)
    expect((await owner.call('members.changeRole', { userId, role: 'member' })).status).toBe(403)
    expect((await owner.call('members.leave')).status).toBe(403)
    expect((await owner.call('members.changeRole', { userId: admin.userId, role: 'owner' })).status).toBe(400)
    expect((await owner.call('members.invite', { email: anEmailAddress(), role: 'owner' })).status).toBe(400)
    expect(await roleOf(userId)).toBe('owner')
  })

  it('lets only one of two admins who demote each other concurrently succeed', async () => {
    for (let round = 0; round < 8; round += 1) {
      const [one, other] = [await aBrowser('admin'), await aBrowser('admin')]
      const results = await Promise.all([
        one.call('members.changeRole', { userId: other.userId, role: 'member' }),
        other.call('members.changeRole', { userId: one.userId, role: 'member' }),
      ])
      // The later one was no longer an admin.
      expect(results.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403])
    }
  })
})

describe('transferring ownership', () => {
  it('transfers ownership only to another member, and makes the former owner an admin', async () => {
    const member = await aBrowser('member')
    expect((await member.call('members.transferOwnership', { userId: member.userId, current: '' })).status).toBe(403)
    expect((await owner.call('members.transferOwnership', { userId: owner.userId, current: '' })).status).toBe(400)
    const elsewhere = await aMember(await anOrganization(), 'owner')
    expect((await owner.call('members.transferOwnership', { userId: elsewhere.userId, current: '' })).status).toBe(404)
    expect((await owner.call('members.transferOwnership', { userId: member.userId, current: '' })).status).toBe(200)
    expect([await roleOf(member.userId), await roleOf(owner.userId)]).toEqual(['owner', 'admin'])
    expect((await owner.call('members.transferOwnership', { userId: owner.userId, current: '' })).status).toBe(403)
  })

  it('refuses to transfer ownership from an old session without the password, and throttles guesses', async () => {
    const member = await aBrowser('member')
    const transfer = (current: string) => owner.call('members.transferOwnership', { userId: member.userId, current })
    await db.session.update({
      where: { id: owner.sessionId },
      data: { createdAt: new Date(Date.now() - 15 * MINUTE_MS - 1) },
    })
    expect((await transfer('')).status).toBe(400)
    const passwordHash = await fastPasswordHash('the right password')
    await db.user.update({ where: { id: owner.userId }, data: { passwordHash } })
    for (const current of ['', 'a guess']) expect((await transfer(current)).status).toBe(400)
    expect(await roleOf(owner.userId)).toBe('owner')
    for (let turn = 0; turn < 7; turn += 1) await transfer('a guess')
    expect((await transfer('the right password')).status, 'after ten attempts').toBe(429)
    expect(await roleOf(owner.userId)).toBe('owner')
  })

  it('leaves exactly one owner after concurrent transfers, removals and departures', async () => {
    for (let round = 0; round < 8; round += 1) {
      organizationId = await anOrganization()
      const [first, second, third] = [await aBrowser('owner'), await aBrowser('admin'), await aBrowser('member')]
      await Promise.all([
        first.call('members.transferOwnership', { userId: second.userId, current: '' }),
        first.call('members.transferOwnership', { userId: third.userId, current: '' }),
        second.call('members.leave'),
        second.call('members.remove', { userId: third.userId }),
      ])
      expect(await db.membership.count({ where: { organizationId, role: 'owner' } })).toBe(1)
    }
  })
})

describe('removing a member', () => {
  it('removing a member ends their sessions there, but not their API keys or other memberships', async () => {
    const admin = await aBrowser('admin')
    const other = await anOrganization({ name: 'Elsewhere' })
    await db.membership.create({ data: { organizationId: other, userId: admin.userId, role: 'owner' } })
    const { id } = await db.apiKey.create({
      data: {
        organizationId,
        name: 'Till',
        hash: Buffer.from(uuidv7()),
        start: 'a',
        end: 'b',
        createdById: admin.userId,
      },
    })
    expect((await owner.call('members.remove', { userId: admin.userId })).status).toBe(200)
    expect(await admin.call('members.list')).toMatchObject({ status: 401, message: 'Sign in first.' })
    expect((await admin.call('contacts.create', { email: anEmailAddress(), firstName: 'Ada' })).status).toBe(401)
    expect(await db.session.count({ where: { userId: admin.userId, organizationId } })).toBe(0)
    expect(await db.contact.count({ where: { organizationId } })).toBe(0)
    // A new sign-in opens the other organization; a stale tab of this one must not write there.
    const { id: sessionId } = await db.session.create({
      data: { userId: admin.userId, organizationId: other, expiresAt: new Date(Date.now() + DAY_MS) },
    })
    const [cookie = ''] = (await serializeSessionCookie({ id: admin.userId, sessionId })).split(';')
    const tab = new Request('https://feedback.example.com/api/trpc/contacts.create', {
      method: 'POST',
      headers: {
        cookie,
        'content-type': 'application/json',
        'sec-fetch-site': 'same-origin',
        'x-page-of': `${admin.userId}.${organizationId}`,
      },
      body: JSON.stringify({ email: anEmailAddress(), firstName: 'Ada' }),
    })
    expect((await handleSessionRpc(tab)).status).toBe(409)
    expect(await db.contact.count({ where: { organizationId: other } })).toBe(0)
    expect(await db.apiKey.findUnique({ where: { id } })).toMatchObject({ createdById: admin.userId })
    expect(await db.membership.count({ where: { userId: admin.userId } })).toBe(1)
  })

  it('lets a member leave, but not remove another member', async () => {
    const member = await aBrowser('member')
    const colleague = await aBrowser('member')
    expect((await member.call('members.remove', { userId: colleague.userId })).status).toBe(403)
    expect((await member.call('members.leave')).status).toBe(200)
    expect(await roleOf(member.userId)).toBeNull()
    expect(await actions()).toContain('member.left')
  })
})

it('lets members list members and roles, but not invitations', async () => {
  const member = await aBrowser('member')
  expect((await member.call('members.list')).data).toHaveLength(2)
  const { data } = await member.call('members.roles')
  expect(data).toEqual(
    expect.arrayContaining([
      { area: 'contacts', owner: 'change', admin: 'change', member: 'change' },
      { area: 'apiKeys', owner: 'change', admin: 'change', member: 'nothing' },
      { area: 'ownership', owner: 'change', admin: 'nothing', member: 'nothing' },
    ]),
  )
  expect((await member.call('members.invitations')).status).toBe(403)
})
