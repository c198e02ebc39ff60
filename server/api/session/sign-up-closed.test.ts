import { v7 as uuidv7 } from 'uuid'
import { expect, it } from 'vitest'
import { db } from '../../db'
import { useEnvironment } from '../../testing/environment'
import { anEmailAddress } from '../../testing/factories/basics'
import { aSessionWithoutOrganization } from '../../testing/factories/sessions'
import { handleSessionRpc } from './session-rpc'
import { getSignUpAvailability, handleSignUp } from './sign-up'

useEnvironment({ SIGN_UP: 'closed' })

it('403: refuses every sign-up and creates no user while sign-up is closed, and the sign-up page knows it', async () => {
  const email = anEmailAddress()
  const fields = { name: 'Ada', email, password: 'long enough', organizationName: 'Analytical' }
  for (const body of [fields, {}]) {
    const response = await handleSignUp(
      new Request('http://localhost/api/auth/sign-up', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'sec-fetch-site': 'same-origin',
          'x-forwarded-for': uuidv7(),
        },
        body: JSON.stringify(body),
      }),
    )
    expect(response.status).toBe(403)
    expect(await response.json()).toEqual({
      error: { code: 'FORBIDDEN', message: expect.stringContaining('Sign-up is closed') as string },
    })
  }
  expect(await db.user.count({ where: { email } })).toBe(0)
  expect(getSignUpAvailability().isOpen).toBe(false)
})

it('403: a user without an organization cannot create one while sign-up is closed, and account.get reports it', async () => {
  const { cookie, userId } = await aSessionWithoutOrganization()
  const headers = { cookie, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }
  const ask = (path: string, init: RequestInit) =>
    handleSessionRpc(new Request(`http://localhost/api/trpc/${path}`, { headers, ...init }))
  const account = await (await ask('account.get', {})).json()
  expect(account.result.data.data).toMatchObject({ restriction: 'noOrganization', mayCreateOrganizations: false })
  const body = JSON.stringify({ name: 'Second' })
  expect((await ask('account.createOrganization', { method: 'POST', body })).status).toBe(403)
  expect(await db.membership.count({ where: { userId } })).toBe(0)
})
