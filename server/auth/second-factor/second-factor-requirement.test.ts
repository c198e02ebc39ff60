import { describe, expect, it } from 'vitest'
import { db } from '../../db'
import { PASSWORD, useAccountWithoutSecondFactor } from '../../testing/clients/two-factor-fixture'
import { fastPasswordHash } from '../../testing/factories/accounts'
import { aMember } from '../../testing/factories/sessions'
import { totpCode } from '../../testing/one-time-codes'

const account = useAccountWithoutSecondFactor()

describe('an organization that requires two-factor', () => {
  it('lets a member without two-factor leave an organization that requires it, but not the owner', async () => {
    const { userId, email } = await aMember(account.person.organizationId, 'member')
    await db.user.update({ where: { id: userId }, data: { passwordHash: await fastPasswordHash(PASSWORD) } })
    await db.organization.update({ where: { id: account.person.organizationId }, data: { asksSecondFactor: true } })
    const owner = await account.signedIn()
    expect((await owner.call('account.get')).data).toMatchObject({ restriction: 'secondFactor' })
    expect((await owner.call('members.leave')).status).toBe(403)
    account.person.email = email
    const member = await account.signedIn()
    expect((await member.call('members.list')).status).toBe(403)
    expect((await member.call('members.leave')).status).toBe(200)
    expect((await member.call('account.get')).status).toBe(401)
    expect(await db.membership.count({ where: { userId } })).toBe(0)
  })

  it('requiring two-factor blocks members without it until they set it up, and forbids removing it', async () => {
    const { userId, email } = await aMember(account.person.organizationId, 'member')
    await db.user.update({ where: { id: userId }, data: { passwordHash: await fastPasswordHash(PASSWORD) } })
    const owner = await account.signedIn()
    const first = await owner.call('members.setTwoFactorRule', { asks: true })
    expect(first.error.details, 'an owner cannot lock themself out').toHaveProperty('asks')
    const { browser } = await account.withApp()
    const ada = account.person.email
    account.person.email = email
    const member = await account.signedIn()
    expect((await member.call('contacts.list')).status).toBe(200)
    expect((await browser.call('members.setTwoFactorRule', { asks: true })).status).toBe(200)

    expect(await member.call('contacts.list')).toMatchObject({ status: 403, error: { code: 'FORBIDDEN' } })
    expect((await member.call('account.get')).data).toMatchObject({ restriction: 'secondFactor' })
    const { data } = await member.call('account.beginAuthenticatorApp', { current: PASSWORD })
    await member.call('account.confirmAuthenticatorApp', { code: totpCode(data.secret, -1) })
    expect((await member.call('contacts.list')).status).toBe(200)
    expect((await member.call('account.get')).data).toMatchObject({ restriction: null })
    const refused = await member.call('account.removeAuthenticatorApp', { current: PASSWORD })
    expect(refused.error.details.current[0]).toContain('Engines')
    expect((await browser.call('members.list')).data).toMatchObject([
      { email: ada, hasSecondFactor: true },
      { email, hasSecondFactor: true },
    ])
    expect((await browser.call('members.setTwoFactorRule', { asks: false })).status).toBe(200)
    expect((await member.call('account.removeAuthenticatorApp', { current: PASSWORD })).status).toBe(200)
  })
})
