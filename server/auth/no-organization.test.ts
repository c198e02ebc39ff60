import { v7 as uuidv7 } from 'uuid'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { handleOwnAccountDataExport } from '../api/downloads/own-account-data-export'
import { submitInvitation, viewInvitation } from '../api/pages/account/invitation'
import { submitSignIn } from '../api/pages/account/sign-in'
import { submitTwoFactor } from '../api/pages/account/two-factor'
import { readPrincipalAndRateLimit } from '../api/session/session'
import { DAY_MS } from '../clock'
import { db } from '../db'
import { signToken } from '../encryption'
import { removeMember } from '../members/members'
import { NO_ORGANIZATION_ID } from '../organizations/constants'
import { deleteDueOrganizations, requestOrganizationDeletion } from '../organizations/organization-deletion'
import { concurrencyShareKey } from '../principal'
import { UNKNOWN_REQUEST_ORIGIN } from '../security-events'
import { aCookieBrowser, TEST_ORIGIN } from '../testing/clients/cookie-browser'
import { fastPasswordHash } from '../testing/factories/accounts'
import { anEmailAddress, anOrganization } from '../testing/factories/basics'
import { aMember } from '../testing/factories/sessions'
import { freezeClockInTotpStep, totpCode } from '../testing/one-time-codes'
import { deleteDueAccounts } from './account-deletion'
import { endSession } from './sessions'

afterEach(() => vi.useRealTimers())

const PASSWORD = 'the first password'
const passwordHash = await fastPasswordHash(PASSWORD)

/** The former organization of the person, and its owner. */
let former: string
let owner: { userId: string }
let person: { userId: string; email: string }
let address: string

beforeEach(async () => {
  freezeClockInTotpStep()
  address = `test-${uuidv7()}`
  former = await anOrganization({ name: 'Engines' })
  owner = await aMember(former, 'owner')
  person = await aMember(former, 'admin')
  await db.user.update({ where: { id: person.userId }, data: { passwordHash, emailVerifiedAt: new Date() } })
})

function aBrowser() {
  const browser = aCookieBrowser(() => address)
  const { headers, keep, form } = browser
  const link = (invitation: string) => signToken('invitation', invitation)
  return {
    ...browser,
    principal: () => readPrincipalAndRateLimit(new Headers(headers())),
    signIn: async (password = PASSWORD) =>
      keep(await submitSignIn(form('/sign-in', { email: person.email, password }))),
    code: async (code: string) => keep(await submitTwoFactor(form('/sign-in/second-step', { code }))),
    view: (invitation: string) =>
      viewInvitation(
        new Request(`${TEST_ORIGIN}/invitations/${link(invitation)}`, { headers: headers() }),
        link(invitation),
      ),
    join: (invitation: string) => submitInvitation(form(`/invitations/${link(invitation)}`, {}), link(invitation)),
  }
}

async function signedIn() {
  const browser = aBrowser()
  expect(await browser.signIn()).toMatchObject({ to: '/' })
  return browser
}

const remove = () => removeMember(former, person.userId, owner)

/** Invites an address to a new organization; the person's when absent. */
async function anInvitation(email = person.email, data: { expiresAt?: Date; withdrawnAt?: Date } = {}) {
  const organizationId = await anOrganization({ name: 'Harbour & Co' })
  const expiresAt = new Date(Date.now() + DAY_MS)
  const { id } = await db.invitation.create({
    data: { organizationId, email, role: 'member', language: 'en', invitedByName: 'Ada', expiresAt, ...data },
  })
  return { organizationId, id }
}

const advanceDays = (days: number) => vi.useFakeTimers({ now: Date.now() + days * DAY_MS, toFake: ['Date'] })

/** The session is valid, but limited to the person's own account. */
async function expectNoOrganization(browser: ReturnType<typeof aBrowser>) {
  const principal = await browser.principal()
  expect(principal && concurrencyShareKey(principal), 'their calls count against themselves alone').toBe(person.userId)
  expect(principal).toMatchObject({
    organizationId: NO_ORGANIZATION_ID,
    scopes: ['account:own'],
    actor: { userId: person.userId, role: null },
    restriction: 'noOrganization',
  })
  expect((await browser.call('account.get')).data).toMatchObject({
    user: { email: person.email, role: null },
    organization: null,
    organizations: [],
    restriction: 'noOrganization',
  })
  for (const procedure of ['contacts.list', 'members.list', 'members.invite', 'settings.update', 'apiKeys.create'])
    expect([procedure, await browser.call(procedure)]).toMatchObject([
      procedure,
      { status: 403, message: expect.stringContaining('no longer belong to an organization') as string },
    ])
  expect((await browser.call('account.switchOrganization', { organizationId: former })).status).toBe(404)
  expect((await browser.call('account.switchOrganization', { organizationId: NO_ORGANIZATION_ID })).status).toBe(404)
  expect((await browser.call('members.leave')).status).toBe(404)
}

describe('a person without an organization', () => {
  it('a person removed from their only organization can sign in, use only their own account and sign out', async () => {
    const before = await signedIn()
    await remove()
    expect((await before.call('account.get')).status, 'their sessions there have ended').toBe(401)
    expect(await aBrowser().signIn('a guess')).toMatchObject({ status: 400 })
    const browser = await signedIn()
    await expectNoOrganization(browser)

    expect((await browser.call('account.sessions')).data).toMatchObject([{ isCurrent: true, organization: null }])
    const file = await handleOwnAccountDataExport(
      new Request(`${TEST_ORIGIN}/api/account`, { headers: browser.headers() }),
    )
    expect(await file.json()).toMatchObject({ profile: { email: person.email }, memberships: [], log: [] })
    expect((await browser.call('account.updateProfile', { name: 'Ada' })).status).toBe(200)
    const { id: sessionId } = await db.session.findFirstOrThrow({ where: { userId: person.userId } })
    await endSession({ sessionId, userId: person.userId }, UNKNOWN_REQUEST_ORIGIN)
    expect((await browser.call('account.get')).status).toBe(401)
    // The organization's log still has its entries.
    const entries = await db.auditEvent.findMany({ where: { actorId: person.userId } })
    expect(entries).toMatchObject([{ organizationId: former, action: 'sign_in.succeeded' }])
  })

  it('requires two-factor from a person without an organization who has set it up', async () => {
    const first = await signedIn()
    const { data } = await first.call('account.beginAuthenticatorApp', { current: PASSWORD })
    await first.call('account.confirmAuthenticatorApp', { code: totpCode(data.secret, -1) })
    await remove()
    const browser = aBrowser()
    expect(await browser.signIn()).toMatchObject({ to: '/sign-in/second-step' })
    expect(await browser.principal()).toBeNull()
    expect(await browser.code(totpCode(data.secret))).toMatchObject({ to: '/' })
    await expectNoOrganization(browser)
  })

  it('notifies a person without an organization of a sign-in from a new address', async () => {
    await signedIn()
    await remove()
    address = `elsewhere-${uuidv7()}`
    await signedIn()
    expect(await db.systemEmail.count({ where: { userId: person.userId, kind: 'newSignIn' } })).toBe(1)
  })

  it('refuses calls from a page loaded before a person left their organization or joined another', async () => {
    await remove()
    const browser = await signedIn()
    const keep = (page: string) =>
      browser.call('account.cancelDeletion', {}, { 'x-page-of': `${person.userId}.${page}` })
    expect((await keep(NO_ORGANIZATION_ID)).status).toBe(200)
    expect((await keep(former)).status).toBe(409)
    const { id } = await anInvitation()
    await browser.call('account.acceptInvitation', { id })
    expect((await keep(NO_ORGANIZATION_ID)).status).toBe(409)
  })

  it('moves every session of a person without an organization to the one whose invitation they accept', async () => {
    await remove()
    const [browser, other] = [await signedIn(), await signedIn()]
    await expectNoOrganization(other)
    const { id, organizationId } = await anInvitation()
    expect((await browser.call('account.invitations')).data).toMatchObject([
      { id, organization: 'Harbour & Co', invitedBy: 'Ada', role: 'member' },
    ])
    expect((await browser.call('account.acceptInvitation', { id })).data).toEqual({ organizationId })
    for (const one of [browser, other]) {
      expect(await one.principal()).toMatchObject({ organizationId, actor: { role: 'member' } })
      expect((await one.call('contacts.list')).status).toBe(200)
    }
    expect((await browser.call('account.invitations')).data).toEqual([])
    expect((await browser.call('account.acceptInvitation', { id })).status).toBe(404)
    expect(await db.auditEvent.findFirst({ where: { organizationId, action: 'member.joined' } })).toMatchObject({
      actorId: person.userId,
      address,
    })
    // Removed again.
    await removeMember(organizationId, person.userId, { userId: person.userId })
    await expectNoOrganization(await signedIn())
  })

  it('lets a person without an organization accept an invitation by the link in the mail', async () => {
    await remove()
    const { id, organizationId } = await anInvitation()
    const browser = aBrowser()
    expect(await browser.view(id)).toMatchObject({ page: { invitation: { hasAccount: true }, signedInAs: null } })
    await browser.signIn()
    expect(await browser.view(id)).toMatchObject({ page: { signedInAs: person.email } })
    expect(await browser.join(id)).toEqual({ to: '/' })
    expect(await browser.principal()).toMatchObject({ organizationId, actor: { role: 'member' } })
  })

  it('lists and accepts only open invitations to a person’s own confirmed address', async () => {
    await remove()
    const browser = await signedIn()
    const others = await anInvitation(anEmailAddress())
    const expired = await anInvitation(person.email, { expiresAt: new Date(Date.now() - 1) })
    const withdrawn = await anInvitation(person.email, { withdrawnAt: new Date() })
    const open = await anInvitation()
    const accept = async ({ id }: { id: string }) => (await browser.call('account.acceptInvitation', { id })).status
    expect((await browser.call('account.invitations')).data).toMatchObject([{ id: open.id }])
    for (const one of [others, expired, withdrawn]) expect(await accept(one)).toBe(404)
    await db.user.update({ where: { id: person.userId }, data: { emailVerifiedAt: null } })
    expect((await browser.call('account.invitations')).data).toEqual([])
    expect(await accept(open)).toBe(404)
    await expectNoOrganization(browser)
    // Following the link verifies the address.
    expect(await browser.join(open.id)).toEqual({ to: '/' })
  })

  it('lets a person without an organization create one and own it', async () => {
    await remove()
    const browser = await signedIn()
    expect((await browser.call('account.get')).data).toMatchObject({ mayCreateOrganizations: true })
    const { data } = await browser.call('account.createOrganization', { name: 'Second' })
    expect(await browser.principal()).toMatchObject({ organizationId: data.organizationId, actor: { role: 'owner' } })
    expect((await browser.call('contacts.list')).status).toBe(200)
    expect((await browser.call('account.get')).data).toMatchObject({ organization: { name: 'Second', hold: null } })
  })

  it('lets a person without an organization cancel or complete account deletion, but join nothing meanwhile', async () => {
    await remove()
    const { id } = await anInvitation()
    const requestDeletion = async () => (await signedIn()).call('account.requestDeletion', { current: PASSWORD })
    expect((await requestDeletion()).status).toBe(200)
    const browser = await signedIn()
    expect((await browser.call('account.get')).data).toMatchObject({ restriction: 'leaving', organization: null })
    expect((await browser.call('account.acceptInvitation', { id })).status).toBe(403)
    expect(await browser.join(id)).toMatchObject({ status: 403 })
    expect((await browser.call('account.cancelDeletion')).status).toBe(200)
    await expectNoOrganization(browser)
    await requestDeletion()
    advanceDays(8)
    await deleteDueAccounts()
    expect(await db.user.count({ where: { id: person.userId } })).toBe(0)
  })
})

it('lets the owner of a deleted organization sign in and create another', async () => {
  person = { userId: owner.userId, email: (await db.user.findUniqueOrThrow({ where: { id: owner.userId } })).email }
  await db.user.update({ where: { id: person.userId }, data: { passwordHash } })
  const before = await signedIn()
  const actor = { userId: person.userId, sessionId: person.userId }
  await requestOrganizationDeletion(former, actor, { name: 'Engines', current: PASSWORD })
  advanceDays(8)
  await deleteDueOrganizations()
  vi.useRealTimers()
  expect(await db.organization.count({ where: { id: former } })).toBe(0)
  expect((await before.call('account.get')).status).toBe(401)
  const browser = await signedIn()
  await expectNoOrganization(browser)
  const { data } = await browser.call('account.createOrganization', { name: 'Second' })
  expect(await browser.principal()).toMatchObject({ organizationId: data.organizationId })
})

it('signs in a removed member to another organization they belong to', async () => {
  const other = await anOrganization()
  await db.membership.create({ data: { organizationId: other, userId: person.userId, role: 'member' } })
  await remove()
  expect(await (await signedIn()).principal()).toMatchObject({ organizationId: other, actor: { role: 'member' } })
})

it('refuses an organization with the reserved id NO_ORGANIZATION', async () => {
  await expect(anOrganization({ id: NO_ORGANIZATION_ID })).rejects.toThrow('organization_id_check')
})
