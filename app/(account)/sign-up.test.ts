import { v7 as uuidv7 } from 'uuid'
import { beforeEach, describe, expect, it } from 'vitest'
import { enforceSignUpLimit } from '@/server/auth/rate-limits'
import { db } from '@/server/db'
import { readClientIpAddress } from '@/server/rate-limit/client-ip-address'
import { anEmailAddress } from '@/server/testing/factories/basics'
import { isValidSessionCookie, requestAccountPage, TEST_PASSWORD } from './account-page-test-client'

let email: string
let address: string

beforeEach(() => {
  email = anEmailAddress()
  address = `test-${uuidv7()}`
})

describe('/sign-up', () => {
  it('303: signing up creates the account, opens a session and redirects; 400: the same address cannot sign up twice', async () => {
    const fields = { name: 'Ada', organizationName: 'Analytical', email, password: TEST_PASSWORD }
    const created = await requestAccountPage(address, '/sign-up?next=/surveys', fields, { 'accept-language': 'fr' })
    // No mail server is configured in tests, so the address needs no verification.
    expect([created.status, created.headers.get('location')]).toEqual([303, '/surveys'])
    expect(await isValidSessionCookie(created.cookie)).toBe(true)
    expect(await db.user.findMany({ where: { email }, select: { name: true, language: true } })).toEqual([
      { name: 'Ada', language: 'fr' },
    ])

    const again = await requestAccountPage(address, '/sign-up', fields)
    expect([again.status, again.cookie]).toEqual([400, undefined])
    expect(again.html).toContain('This email address already has an account. Sign in instead.')
  })

  it.each([
    [
      { timeZone: 'Europe/Paris' },
      'fr-FR,fr;q=0.9,en;q=0.8',
      { defaultLanguage: 'fr', timeZone: 'Europe/Paris', defaultCountry: 'FR' },
    ],
    // Browsers outside the United States often report American English.
    [
      { timeZone: 'Europe/Paris' },
      'en-US,en;q=0.9',
      { defaultLanguage: 'en', timeZone: 'Europe/Paris', defaultCountry: 'FR' },
    ],
    [{ timeZone: 'Asia/Calcutta' }, 'en', { defaultLanguage: 'en', timeZone: 'Asia/Calcutta', defaultCountry: 'IN' }],
    [{ timeZone: 'UTC' }, 'fr-CA,fr', { defaultLanguage: 'fr', timeZone: 'UTC', defaultCountry: 'CA' }],
    // Without JavaScript: France has one time zone; Canada has six, so none is guessed.
    [{}, 'fr-FR', { defaultLanguage: 'fr', timeZone: 'Europe/Paris', defaultCountry: 'FR' }],
    [{ timeZone: '' }, 'fr-CA', { defaultLanguage: 'fr', timeZone: 'UTC', defaultCountry: 'CA' }],
    [
      { timeZone: 'Mars/Olympus' },
      'de, x-y-z-ZZ;q=?',
      { defaultLanguage: 'en', timeZone: 'UTC', defaultCountry: 'US' },
    ],
  ])(
    '303: signing up sets the language, time zone and country of the organization from the browser: %j in %s',
    async (browser, languages, settings) => {
      const fields = { name: 'Ada', organizationName: 'Analytical', email, password: TEST_PASSWORD, ...browser }
      expect((await requestAccountPage(address, '/sign-up', fields, { 'accept-language': languages })).status).toBe(303)
      const { memberships } = await db.user.findUniqueOrThrow({
        where: { email },
        select: { memberships: { select: { organization: true } } },
      })
      expect(memberships[0]?.organization).toMatchObject(settings)
    },
  )

  it('400: signing up marks each invalid field, preserves all input but the password and focuses the first one', async () => {
    const { status, html } = await requestAccountPage(address, '/sign-up', {
      name: 'Ada & Co',
      email: 'ada',
      password: 'short1',
    })
    expect(status).toBe(400)
    expect(html).toContain('Some fields need your attention.')
    for (const field of ['organizationName', 'email', 'password'])
      expect(html).toMatch(new RegExp(`id="${field}"[^>]*aria-invalid="true"[^>]*aria-describedby="${field}-fault`))
    expect(html.match(/autofocus/g)).toHaveLength(1)
    expect(html).toMatch(/id="organizationName"[^>]*autofocus/)
    expect(html).toContain('value="Ada &amp; Co"')
    expect(html).not.toContain('short1')
    expect(await db.user.count({ where: { name: 'Ada & Co' } })).toBe(0)
  })

  it('400: signing up refuses a common password, and one made of the name, organization or address', async () => {
    const fields = { name: 'Ada', organizationName: 'Analytical', email }
    const common = await requestAccountPage(address, '/sign-up', { ...fields, password: 'password' })
    expect([common.status, common.cookie]).toEqual([400, undefined])
    expect(common.html).toContain('This is one of the first passwords that someone would try. Choose another one.')
    const own = await requestAccountPage(address, '/sign-up', { ...fields, password: 'analytical1' })
    expect(own.html).toContain('This is made of your name, organization or address. Choose another one.')
    expect(await db.user.count({ where: { email } })).toBe(0)
  })

  it('429: refuses the 21st sign-up from one client address within an hour, with Retry-After', async () => {
    const origin = { address: readClientIpAddress(new Headers({ 'x-forwarded-for': address })), requestId: null }
    for (let turn = 0; turn < 20; turn += 1) await expect(enforceSignUpLimit(origin)).resolves.toBeUndefined()
    const fields = { name: 'Ada', organizationName: 'Analytical', email, password: TEST_PASSWORD }
    const { status, headers, html } = await requestAccountPage(address, '/sign-up', fields)
    expect([status, headers.get('retry-after')]).toEqual([429, '3600'])
    expect(html).toContain(`value="${email}"`)
    expect(await db.user.count({ where: { email } })).toBe(0)
  })
})
