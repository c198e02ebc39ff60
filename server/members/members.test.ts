import { v7 as uuidv7 } from 'uuid'
import { beforeEach, describe, expect, it } from 'vitest'
import { handleAuditLogFile } from '../api/downloads/audit-log-file'
import { toAppError } from '../api/failure'
import { submitInvitation, viewInvitation } from '../api/pages/account/invitation'
import { principalIn } from '../api/session/session'
import { handleSessionRpc } from '../api/session/session-rpc'
import { handleWebhookSettings } from '../api/session/webhook-settings'
import { sealSession } from '../auth/session-cookie'
import { DAY_MS, MINUTE_MS } from '../clock'
import { db } from '../db'
import { signToken } from '../encryption'
import type { Role } from '../principal'
import { sendSystemEmail } from '../system-emails/send'
import { useMailbox } from '../testing/environment'
import { cheapHash } from '../testing/factories/accounts'
import { anEmail, anOrganization } from '../testing/factories/basics'
import { aMember, aSession } from '../testing/factories/sessions'
import type { Member } from './schema'

const mailbox = await useMailbox()

let organizationId: string
let address: string
let owner: Browser
beforeEach(async () => {
  address = `test-${uuidv7()}`
  organizationId = await anOrganization({ name: 'Harbour & Co' })
  owner = await aBrowser('owner')
})

it('owners and admins see who signs in in two steps and when they were last here; members do not', async () => {
  const member = await aBrowser('member')
  await db.membership.updateMany({ where: { organizationId }, data: { lastSeenAt: new Date() } })
  const seenBy = async (browser: Browser) => (await browser.call('members.list')).data as Member[]
  for (const one of await seenBy(owner)) {
    expect(one.lastSeenAt).not.toBeNull()
    expect(one.hasSecondFactor).toBe(false)
  }
  for (const one of await seenBy(member)) expect(one).toMatchObject({ lastSeenAt: null, hasSecondFactor: null })
})

it('an API key names the people who made the secrets that open it, so that they can be replaced when one leaves', async () => {
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

type Browser = Awaited<ReturnType<typeof aBrowser>>

async function aBrowser(role: Role, of = organizationId) {
  const session = await aSession(of, role)
  const { email } = await db.user.findUniqueOrThrow({ where: { id: session.userId } })
  const call = async (procedure: string, input?: object) => {
    const isQuery = input === undefined && /\.(?:list|roles|invitations|get)$/.test(procedure)
    const response = await handleSessionRpc(
      new Request(`https://feedback.example.com/api/trpc/${procedure}`, {
        method: isQuery ? 'GET' : 'POST',
        headers: { cookie: session.cookie, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
        ...(isQuery ? {} : { body: JSON.stringify(input ?? {}) }),
      }),
    )
    const body = (await response.json()) as { result?: { data: { data: unknown } }; error?: { message: string } }
    return { status: response.status, data: body.result?.data.data, message: body.error?.message }
  }
  return { ...session, email, call }
}

const roleOf = async (userId: string) =>
  (await db.membership.findUnique({ where: { organizationId_userId: { organizationId, userId } } }))?.role ?? null
const actions = async () =>
  (await db.auditEvent.findMany({ where: { organizationId }, orderBy: { createdAt: 'asc' } })).map(
    ({ action }) => action,
  )

describe('a role', () => {
  it('applies a role change to an open session from the next request', async () => {
    const admin = await aBrowser('admin')
    expect((await admin.call('members.invitations')).status).toBe(200)
    await owner.call('members.changeRole', { userId: admin.userId, role: 'member' })
    expect((await admin.call('members.invitations')).status).toBe(403)
    expect((await admin.call('members.invite', { email: anEmail(), role: 'admin' })).status).toBe(403)
    await owner.call('members.changeRole', { userId: admin.userId, role: 'admin' })
    expect((await admin.call('members.invitations')).status).toBe(200)
    expect(await db.auditEvent.findFirst({ where: { organizationId, action: 'member.role_changed' } })).toMatchObject({
      actorId: owner.userId,
      recordId: admin.userId,
      changes: [{ field: 'role', from: 'admin', to: 'member' }],
    })
  })

  it('refuses a demoted admin at once in admin procedures, webhook settings and the audit log file', async () => {
    const admin = await aBrowser('admin')
    const headers = { cookie: admin.cookie }
    const beside = async () => [
      (await handleWebhookSettings(new Request('https://feedback.example.com/api/settings/webhooks', { headers })))
        .status,
      await handleAuditLogFile(new Request('https://feedback.example.com/api/audit-log', { headers })).then(
        ({ status }) => status,
        (error: unknown) => toAppError(error).status,
      ),
    ]
    expect(await beside()).toEqual([200, 200])
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
    expect(await beside()).toEqual([403, 403])
    expect(await actions()).toEqual(before)
    // Operations of the member role still work.
    expect((await admin.call('contacts.create', { email: anEmail(), firstName: 'Ada' })).status).toBe(200)
  })

  it('refuses to change or remove an owner’s role, and to assign or invite another owner', async () => {
    const admin = await aBrowser('admin')
    const { userId } = owner
    expect((await admin.call('members.changeRole', { userId, role: 'member' })).status).toBe(403)
    expect((await admin.call('members.remove', { userId })).status).toBe(403)
    expect((await owner.call('members.changeRole', { userId, role: 'member' })).status).toBe(403)
    expect((await owner.call('members.leave')).status).toBe(403)
    expect((await owner.call('members.changeRole', { userId: admin.userId, role: 'owner' })).status).toBe(400)
    expect((await owner.call('members.invite', { email: anEmail(), role: 'owner' })).status).toBe(400)
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
    const passwordHash = await cheapHash('the right password')
    await db.user.update({ where: { id: owner.userId }, data: { passwordHash } })
    for (const current of ['', 'a guess']) expect((await transfer(current)).status).toBe(400)
    expect(await roleOf(owner.userId)).toBe('owner')
    for (let turn = 0; turn < 7; turn += 1) await transfer('a guess')
    expect((await transfer('the right password')).status, 'nor is it guessed').toBe(429)
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
    expect((await admin.call('contacts.create', { email: anEmail(), firstName: 'Ada' })).status).toBe(401)
    expect(await db.session.count({ where: { userId: admin.userId, organizationId } })).toBe(0)
    expect(await db.contact.count({ where: { organizationId } })).toBe(0)
    // A new sign-in opens the other organization; a stale tab of this one must not write there.
    const { id: sessionId } = await db.session.create({
      data: { userId: admin.userId, organizationId: other, expiresAt: new Date(Date.now() + DAY_MS) },
    })
    const [cookie = ''] = (await sealSession({ id: admin.userId, sessionId })).split(';')
    const tab = new Request('https://feedback.example.com/api/trpc/contacts.create', {
      method: 'POST',
      headers: {
        cookie,
        'content-type': 'application/json',
        'sec-fetch-site': 'same-origin',
        'x-page-of': `${admin.userId}.${organizationId}`,
      },
      body: JSON.stringify({ email: anEmail(), firstName: 'Ada' }),
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

describe('an invitation', () => {
  const invite = async (email: string, role: 'admin' | 'member' = 'member', by = owner) => {
    const { status, data } = await by.call('members.invite', { email, role })
    expect(status).toBe(200)
    return data as { id: string; mail: string }
  }
  const sendAll = async () => {
    for (const { id } of await db.systemEmail.findMany({ where: { organizationId, endedAt: null } }))
      await sendSystemEmail(id)
  }
  const tokenFor = (email: string) =>
    /https:\/\/feedback\.example\.com\/invitations\/([\w-]{43})\b/.exec(
      mailbox.to(email).at(-1)?.mail.text ?? '',
    )?.[1] ?? ''
  const page = (token: string, init: RequestInit = {}) =>
    new Request(`https://feedback.example.com/invitations/${token}`, init)
  const post = (token: string, fields: Record<string, string>, cookie?: string, site = 'same-origin') =>
    submitInvitation(
      token,
      page(token, {
        method: 'POST',
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'sec-fetch-site': site,
          'x-forwarded-for': address,
          ...(cookie === undefined ? {} : { cookie }),
        },
        body: new URLSearchParams(fields),
      }),
    )
  const look = async (token: string, cookie?: string) => {
    const shown = await viewInvitation(token, page(token, cookie === undefined ? {} : { headers: { cookie } }))
    return 'page' in shown ? { status: shown.status, ...shown.page } : null
  }
  const NEW = { name: 'Ada Lovelace', password: 'long enough' }

  it('400: refuses more than 200 open invitations, not counting expired ones', async () => {
    const open = (days: number) =>
      db.invitation.createMany({
        data: Array.from({ length: 200 }, () => ({
          organizationId,
          email: anEmail(),
          role: 'member',
          language: 'en',
          expiresAt: new Date(Date.now() + days * DAY_MS),
        })),
      })
    await open(-1)
    await invite(anEmail())
    await open(1)
    expect((await owner.call('members.invite', { email: anEmail(), role: 'member' })).status).toBe(400)
  })

  it('mails an invitation that names the organization, the inviter and the role', async () => {
    const email = anEmail()
    expect(await invite(email.toUpperCase(), 'admin')).toMatchObject({ mail: 'waiting' })
    await sendAll()
    const [received] = mailbox.to(email)
    expect(received?.mail.subject).toBe('Join Harbour & Co')
    expect(received?.mail.text).toContain('Grace Hopper has invited you')
    expect(received?.mail.text).toContain('an admin')
    expect((await owner.call('members.invitations')).data).toMatchObject([
      { email, role: 'admin', mail: 'sent', isExpired: false },
    ])
  })

  it('accepting an invitation creates an account and signs it in, and works only once', async () => {
    const email = anEmail()
    await invite(email, 'member')
    await sendAll()
    const token = tokenFor(email)
    expect(await look(token)).toMatchObject({
      status: 200,
      found: { state: 'open', organization: 'Harbour & Co', role: 'member', email, hasAccount: false },
    })
    const answers = await Promise.all([post(token, NEW), post(token, NEW)])
    const [joined] = answers.filter((answer) => 'to' in answer)
    expect(joined).toMatchObject({ to: '/', cookies: [expect.stringContaining('session-token')] })
    expect(answers.filter((answer) => 'to' in answer)).toHaveLength(1)
    const user = await db.user.findUniqueOrThrow({ where: { email } })
    expect(await roleOf(user.id)).toBe('member')
    expect(user.emailVerifiedAt).not.toBeNull()
    expect(await look(token)).toMatchObject({ status: 410, found: { state: 'accepted' } })
    expect(await actions()).toEqual(expect.arrayContaining(['member.invited', 'member.joined', 'sign_in.succeeded']))
  })

  it('accepting an invitation opens a new session and ends that of another account in the browser', async () => {
    const former = await aBrowser('member', await anOrganization())
    await db.membership.deleteMany({ where: { userId: former.userId } })
    const email = anEmail()
    await invite(email)
    await sendAll()
    const joined = await post(tokenFor(email), NEW, former.cookie)
    const cookie = ('cookies' in joined && joined.cookies?.[0]?.split(';')[0]) || ''
    expect((await principalIn(new Headers({ cookie })))?.actor).toMatchObject({ email })
    expect(await db.session.count({ where: { id: former.sessionId } }), 'nobody can end it any more').toBe(0)
  })

  it('lets only the account with the invited address accept an invitation', async () => {
    const elsewhere = await anOrganization()
    const [invited, other] = [await aBrowser('owner', elsewhere), await aBrowser('owner', elsewhere)]
    await invite(invited.email)
    await sendAll()
    const token = tokenFor(invited.email)
    expect(await look(token)).toMatchObject({ found: { hasAccount: true }, signedInAs: null })
    // Neither with a new account nor as another user.
    expect(await post(token, NEW)).toMatchObject({ status: 400 })
    expect(await look(token, other.cookie)).toMatchObject({ signedInAs: other.email })
    expect(await post(token, {}, other.cookie)).toMatchObject({ status: 403 })
    expect(await post(token, { leave: '1' }, other.cookie)).toMatchObject({
      cookies: [expect.stringContaining('1970')],
    })
    expect((await other.call('members.list')).status).toBe(401)
    expect(await post(token, {}, invited.cookie, 'cross-site')).toMatchObject({ status: 403 })
    expect(await roleOf(invited.userId)).toBeNull()
    expect(await post(token, {}, invited.cookie)).toEqual({ to: '/' })
    expect(await roleOf(invited.userId)).toBe('member')
    // The session has switched to the organization.
    expect((await invited.call('members.list')).data).toEqual(
      expect.arrayContaining([expect.objectContaining({ userId: owner.userId })]),
    )
  })

  it.each([
    ['removed', async (admin: Browser) => owner.call('members.remove', { userId: admin.userId })],
    ['demoted', async (admin: Browser) => owner.call('members.changeRole', { userId: admin.userId, role: 'member' })],
    ['gone by themself', async (admin: Browser) => admin.call('members.leave')],
  ] as const)(
    'withdraws the pending invitations of an admin who is %s, and leaves those of other inviters open',
    async (_, end) => {
      const admin = await aBrowser('admin')
      const [second, colleague, other] = [anEmail(), anEmail(), anEmail()]
      await invite(second, 'admin', admin)
      await invite(colleague, 'member', admin)
      await invite(other, 'admin')
      await sendAll()
      expect((await end(admin)).status).toBe(200)
      expect((await owner.call('members.invitations')).data).toMatchObject([{ email: other }])
      for (const email of [second, colleague]) {
        expect(await look(tokenFor(email))).toMatchObject({ status: 410, found: { state: 'withdrawn' } })
        expect(await post(tokenFor(email), NEW)).toMatchObject({ status: 410 })
        expect(await db.user.findUnique({ where: { email } })).toBeNull()
      }
      expect((await actions()).filter((action) => action === 'member.invitation_withdrawn')).toHaveLength(2)
    },
  )

  it('leaves the invitations of an owner who becomes an admin open', async () => {
    const next = await aBrowser('admin')
    await invite(anEmail(), 'admin')
    expect((await owner.call('members.transferOwnership', { userId: next.userId, current: '' })).status).toBe(200)
    expect((await next.call('members.invitations')).data).toHaveLength(1)
  })

  it('refuses an invitation once it is withdrawn or a week old, and renews an expired one when resent', async () => {
    const email = anEmail()
    const { id } = await invite(email)
    await sendAll()
    const token = tokenFor(email)
    const { expiresAt, createdAt } = await db.invitation.findUniqueOrThrow({ where: { id } })
    expect(Math.round((expiresAt.getTime() - createdAt.getTime()) / DAY_MS)).toBe(7)
    await db.invitation.update({ where: { id }, data: { expiresAt: new Date(Date.now() - 1) } })
    expect(await look(token)).toMatchObject({ status: 410, found: { state: 'expired' } })
    expect(await post(token, NEW)).toMatchObject({ status: 410 })
    expect((await owner.call('members.resendInvitation', { id })).data).toMatchObject({ isExpired: false })
    await sendAll()
    expect(mailbox.to(email)).toHaveLength(2)
    expect(await look(tokenFor(email))).toMatchObject({ found: { state: 'open' } })
    expect((await owner.call('members.withdrawInvitation', { id })).status).toBe(200)
    expect(await look(token)).toMatchObject({ status: 410, found: { state: 'withdrawn' } })
    expect(await post(token, NEW)).toMatchObject({ status: 410 })
    expect(await db.user.findUnique({ where: { email } })).toBeNull()
    expect((await owner.call('members.resendInvitation', { id })).status).toBe(404)
  })

  it('refuses an invitation token that is guessed or of another purpose', async () => {
    const { id } = await invite(anEmail())
    for (const guess of [signToken('unsubscribe', id), signToken('invitation', uuidv7()), 'x'.repeat(43), 'x'])
      expect(await post(guess, NEW)).toMatchObject({ status: 404 })
  })

  it('updates the role of a repeated invitation instead of adding one, and refuses to invite a member', async () => {
    const email = anEmail()
    const first = await invite(email)
    expect(await invite(email, 'admin')).toMatchObject({ id: first.id, role: 'admin' })
    const { status } = await owner.call('members.invite', { email: owner.email, role: 'member' })
    expect(status).toBe(400)
    expect((await owner.call('members.invitations')).data).toHaveLength(1)
  })

  it('holds invitation mails while the organization is unverified, and throttles repeated invitations', async () => {
    organizationId = await anOrganization({ verifiedAt: null })
    const unverified = await aBrowser('owner')
    const email = anEmail()
    await invite(email, 'member', unverified)
    await sendAll()
    expect(mailbox.to(email)).toEqual([])
    const limits = []
    for (let i = 0; i < 6; i += 1)
      limits.push((await unverified.call('members.invite', { email, role: 'member' })).status)
    expect(limits).toEqual([200, 200, 200, 200, 429, 429])
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
