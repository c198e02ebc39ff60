import { v7 as uuidv7 } from 'uuid'
import { beforeEach, describe, expect, it } from 'vitest'
import { submitInvitation, viewInvitation } from '../api/pages/account/invitation'
import { readPrincipalAndRateLimit } from '../api/session/session'
import { DAY_MS } from '../clock'
import { db } from '../db'
import { signToken } from '../encryption'
import type { Role } from '../principal'
import { sendSystemEmail } from '../system-emails/send-system-email'
import { aMemberBrowser, findRole, listAuditActions, type MemberBrowser } from '../testing/clients/member-browser'
import { useMailbox } from '../testing/environment'
import { anEmailAddress, anOrganization } from '../testing/factories/basics'

const mailbox = await useMailbox()

const aBrowser = (role: Role, of = organizationId) => aMemberBrowser(of, role)
const roleOf = (userId: string) => findRole(organizationId, userId)
const actions = () => listAuditActions(organizationId)

let organizationId: string
let address: string
let owner: MemberBrowser
beforeEach(async () => {
  address = `test-${uuidv7()}`
  organizationId = await anOrganization({ name: 'Harbour & Co' })
  owner = await aBrowser('owner')
})

describe('an invitation', () => {
  const invite = async (email: string, role: 'admin' | 'member' = 'member', inviter = owner) => {
    const { status, data } = await inviter.call('members.invite', { email, role })
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
      token,
    )
  const view = async (token: string, cookie?: string) => {
    const result = await viewInvitation(page(token, cookie === undefined ? {} : { headers: { cookie } }), token)
    return 'page' in result ? { status: result.status, ...result.page } : null
  }
  const NEW = { name: 'Ada Lovelace', password: 'long enough' }

  it('400: refuses more than 200 open invitations, not counting expired ones', async () => {
    const open = (days: number) =>
      db.invitation.createMany({
        data: Array.from({ length: 200 }, () => ({
          organizationId,
          email: anEmailAddress(),
          role: 'member',
          language: 'en',
          expiresAt: new Date(Date.now() + days * DAY_MS),
        })),
      })
    await open(-1)
    await invite(anEmailAddress())
    await open(1)
    expect((await owner.call('members.invite', { email: anEmailAddress(), role: 'member' })).status).toBe(400)
  })

  it('mails an invitation that names the organization, the inviter and the role', async () => {
    const email = anEmailAddress()
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
    const email = anEmailAddress()
    await invite(email, 'member')
    await sendAll()
    const token = tokenFor(email)
    expect(await view(token)).toMatchObject({
      status: 200,
      invitation: { state: 'open', organization: 'Harbour & Co', role: 'member', email, hasAccount: false },
    })
    const answers = await Promise.all([post(token, NEW), post(token, NEW)])
    const [joined] = answers.filter((answer) => 'to' in answer)
    expect(joined).toMatchObject({ to: '/', cookies: [expect.stringContaining('session-token')] })
    expect(answers.filter((answer) => 'to' in answer)).toHaveLength(1)
    const user = await db.user.findUniqueOrThrow({ where: { email } })
    expect(await roleOf(user.id)).toBe('member')
    expect(user.emailVerifiedAt).not.toBeNull()
    expect(await view(token)).toMatchObject({ status: 410, invitation: { state: 'accepted' } })
    expect(await actions()).toEqual(expect.arrayContaining(['member.invited', 'member.joined', 'sign_in.succeeded']))
  })

  it('accepting an invitation opens a new session and ends that of another account in the browser', async () => {
    const former = await aBrowser('member', await anOrganization())
    await db.membership.deleteMany({ where: { userId: former.userId } })
    const email = anEmailAddress()
    await invite(email)
    await sendAll()
    const joined = await post(tokenFor(email), NEW, former.cookie)
    const cookie = ('cookies' in joined && joined.cookies?.[0]?.split(';')[0]) || ''
    expect((await readPrincipalAndRateLimit(new Headers({ cookie })))?.actor).toMatchObject({ email })
    expect(await db.session.count({ where: { id: former.sessionId } }), 'the former session is ended').toBe(0)
  })

  it('lets only the account with the invited address accept an invitation', async () => {
    const elsewhere = await anOrganization()
    const [invited, other] = [await aBrowser('owner', elsewhere), await aBrowser('owner', elsewhere)]
    await invite(invited.email)
    await sendAll()
    const token = tokenFor(invited.email)
    expect(await view(token)).toMatchObject({ invitation: { hasAccount: true }, signedInAs: null })
    // Neither with a new account nor as another user.
    expect(await post(token, NEW)).toMatchObject({ status: 400 })
    expect(await view(token, other.cookie)).toMatchObject({ signedInAs: other.email })
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
    ['who is removed', async (admin: MemberBrowser) => owner.call('members.remove', { userId: admin.userId })],
    [
      'who is demoted',
      async (admin: MemberBrowser) => owner.call('members.changeRole', { userId: admin.userId, role: 'member' }),
    ],
    ['who leaves', async (admin: MemberBrowser) => admin.call('members.leave')],
  ] as const)(
    'withdraws the pending invitations of an admin %s, and leaves those of other inviters open',
    async (_, end) => {
      const admin = await aBrowser('admin')
      const [second, colleague, other] = [anEmailAddress(), anEmailAddress(), anEmailAddress()]
      await invite(second, 'admin', admin)
      await invite(colleague, 'member', admin)
      await invite(other, 'admin')
      await sendAll()
      expect((await end(admin)).status).toBe(200)
      expect((await owner.call('members.invitations')).data).toMatchObject([{ email: other }])
      for (const email of [second, colleague]) {
        expect(await view(tokenFor(email))).toMatchObject({ status: 410, invitation: { state: 'withdrawn' } })
        expect(await post(tokenFor(email), NEW)).toMatchObject({ status: 410 })
        expect(await db.user.findUnique({ where: { email } })).toBeNull()
      }
      expect((await actions()).filter((action) => action === 'member.invitation_withdrawn')).toHaveLength(2)
    },
  )

  it('leaves the invitations of an owner who becomes an admin open', async () => {
    const next = await aBrowser('admin')
    await invite(anEmailAddress(), 'admin')
    expect((await owner.call('members.transferOwnership', { userId: next.userId, current: '' })).status).toBe(200)
    expect((await next.call('members.invitations')).data).toHaveLength(1)
  })

  it('refuses an invitation once it is withdrawn or a week old, and renews an expired one when resent', async () => {
    const email = anEmailAddress()
    const { id } = await invite(email)
    await sendAll()
    const token = tokenFor(email)
    const { expiresAt, createdAt } = await db.invitation.findUniqueOrThrow({ where: { id } })
    expect(Math.round((expiresAt.getTime() - createdAt.getTime()) / DAY_MS)).toBe(7)
    await db.invitation.update({ where: { id }, data: { expiresAt: new Date(Date.now() - 1) } })
    expect(await view(token)).toMatchObject({ status: 410, invitation: { state: 'expired' } })
    expect(await post(token, NEW)).toMatchObject({ status: 410 })
    expect((await owner.call('members.resendInvitation', { id })).data).toMatchObject({ isExpired: false })
    await sendAll()
    expect(mailbox.to(email)).toHaveLength(2)
    expect(await view(tokenFor(email))).toMatchObject({ invitation: { state: 'open' } })
    expect((await owner.call('members.withdrawInvitation', { id })).status).toBe(200)
    expect(await view(token)).toMatchObject({ status: 410, invitation: { state: 'withdrawn' } })
    expect(await post(token, NEW)).toMatchObject({ status: 410 })
    expect(await db.user.findUnique({ where: { email } })).toBeNull()
    expect((await owner.call('members.resendInvitation', { id })).status).toBe(404)
  })

  it('refuses an invitation token that is guessed or of another purpose', async () => {
    const { id } = await invite(anEmailAddress())
    for (const guess of [signToken('unsubscribe', id), signToken('invitation', uuidv7()), 'x'.repeat(43), 'x'])
      expect(await post(guess, NEW)).toMatchObject({ status: 404 })
  })

  it('updates the role of a repeated invitation instead of adding one, and refuses to invite a member', async () => {
    const email = anEmailAddress()
    const first = await invite(email)
    expect(await invite(email, 'admin')).toMatchObject({ id: first.id, role: 'admin' })
    const { status } = await owner.call('members.invite', { email: owner.email, role: 'member' })
    expect(status).toBe(400)
    expect((await owner.call('members.invitations')).data).toHaveLength(1)
  })

  it('holds invitation mails while the organization is unverified, and throttles repeated invitations', async () => {
    organizationId = await anOrganization({ verifiedAt: null })
    const unverified = await aBrowser('owner')
    const email = anEmailAddress()
    await invite(email, 'member', unverified)
    await sendAll()
    expect(mailbox.to(email)).toEqual([])
    const limits = []
    for (let i = 0; i < 6; i += 1)
      limits.push((await unverified.call('members.invite', { email, role: 'member' })).status)
    expect(limits).toEqual([200, 200, 200, 200, 429, 429])
  })
})
