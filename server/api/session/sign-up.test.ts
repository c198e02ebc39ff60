import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { db } from '../../db'
import { anEmailAddress } from '../../testing/factories/basics'
import { handleSignUp } from './sign-up'

async function signUp(fields: object, headers: Record<string, string> = {}) {
  const response = await handleSignUp(
    new Request('http://localhost/api/auth/sign-up', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'sec-fetch-site': 'same-origin',
        'x-forwarded-for': uuidv7(),
        ...headers,
      },
      body: JSON.stringify(fields),
    }),
  )
  return { status: response.status, body: (await response.json()) as { data?: { organizationId: string } } }
}

const fields = () => ({
  name: 'Ada Lovelace',
  email: anEmailAddress(),
  password: 'long enough',
  organizationName: `Analytical ${uuidv7()}`,
})

describe('POST /api/auth/sign-up', () => {
  it('201: signing up creates a user, an organization, and the user as its owner', async () => {
    const input = fields()
    const { status, body } = await signUp(input)
    expect(status).toBe(201)
    expect(
      await db.organization.findUnique({
        where: { id: body.data?.organizationId ?? '' },
        include: { memberships: { include: { user: true } } },
      }),
    ).toMatchObject({
      name: input.organizationName,
      demo: false,
      memberships: [{ role: 'owner', user: { email: input.email, name: 'Ada Lovelace' } }],
    })
  })

  it('400: reports invalid sign-up fields in the browser’s language', async () => {
    const { body } = await signUp({ ...fields(), password: 'short' }, { 'accept-language': 'fr' })
    expect(body).toMatchObject({ error: { details: { password: ['Saisissez au moins 8 caractères.'] } } })
  })

  it('400: names every invalid sign-up field', async () => {
    const { status, body } = await signUp({ name: ' ', email: 'not-an-email', password: 'short', organizationName: '' })
    expect(status).toBe(400)
    expect(body).toEqual({
      error: {
        code: 'VALIDATION_ERROR',
        message: expect.any(String) as string,
        details: {
          name: ['This field is required.'],
          email: ['Enter a valid email address.'],
          password: ['Use at least 8 characters.'],
          organizationName: ['This field is required.'],
        },
      },
    })
    const tooLong = await signUp({ ...fields(), password: 'x'.repeat(129) })
    expect(tooLong).toMatchObject({
      status: 400,
      body: { error: { details: { password: ['Use at most 128 characters.'] } } },
    })
  })

  it('400: signing up with an existing email, in any case, suggests to sign in and creates no organization', async () => {
    const input = fields()
    await signUp(input)
    const again = { ...fields(), email: ` ${input.email.toUpperCase()} ` }
    expect(await signUp(again)).toMatchObject({
      status: 400,
      body: { error: { details: { email: [expect.stringContaining('Sign in instead') as string] } } },
    })
    expect(await db.organization.count({ where: { name: again.organizationName } })).toBe(0)
  })

  it('403: refuses a sign-up from another site, and creates no user', async () => {
    const input = fields()
    expect((await signUp(input, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect(await db.user.count({ where: { email: input.email } })).toBe(0)
  })

  it('429: limits an IP address to 20 sign-ups, not counting invalid ones', async () => {
    const from = { 'x-forwarded-for': uuidv7() }
    for (let i = 0; i < 20; i += 1)
      expect((await signUp({ ...fields(), email: 'not-an-email' }, from)).status).toBe(400)
    for (let i = 0; i < 20; i += 1) expect((await signUp(fields(), from)).status).toBe(201)
    expect((await signUp(fields(), from)).status).toBe(429)
  })
})
