import { v7 as uuidv7 } from 'uuid'
import { expect, it } from 'vitest'
import { db } from '../../db'
import { useEnvironment } from '../../testing/environment'
import { anOrganization } from '../../testing/factories/basics'
import { aSession } from '../../testing/factories/sessions'
import { handleSessionRpc } from './session-rpc'
import { getSignUpAvailability, handleSignUp } from './sign-up'

useEnvironment({ SIGN_UP: 'Example.ORG, bücher.example' })

async function signUpStatus(email: string) {
  const fields = { name: 'Ada', email, password: 'long enough', organizationName: 'Analytical' }
  const response = await handleSignUp(
    new Request('http://localhost/api/auth/sign-up', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', 'x-forwarded-for': uuidv7() },
      body: JSON.stringify(fields),
    }),
  )
  const body = (await response.json()) as { error?: { details?: { email?: string[] } } }
  return [response.status, body.error?.details?.email?.[0] ?? null]
}

it.each(['example.org', 'EXAMPLE.org', 'bücher.example', 'xn--bcher-kva.example'])(
  '201: accepts a sign-up with an email address at the allowed domain %s',
  async (domain) => {
    expect(await signUpStatus(`ada-${uuidv7()}@${domain}`)).toEqual([201, null])
  },
)

it.each(['example.com', 'sub.example.org', 'notexample.org', 'example.org.example.com'])(
  '400: refuses a sign-up with an email address at %s, and names the allowed domains',
  async (domain) => {
    const sentence = 'Use an email address at example.org or bücher.example.'
    expect(await signUpStatus(`ada-${uuidv7()}@${domain}`)).toEqual([400, sentence])
  },
)

it('the sign-up page lists the allowed email domains', () => {
  expect(getSignUpAvailability()).toEqual({ isOpen: true, domains: ['example.org', 'bücher.example'] })
})

it('only a person with a confirmed address at an allowed domain creates another organization', async () => {
  const create = async (domain: string, emailVerifiedAt: Date | null) => {
    const { userId, cookie } = await aSession(await anOrganization(), 'member')
    await db.user.update({ where: { id: userId }, data: { email: `${uuidv7()}@${domain}`, emailVerifiedAt } })
    const headers = { cookie, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' }
    const ask = async (procedure: string, init: RequestInit = {}) =>
      handleSessionRpc(new Request(`http://localhost/api/trpc/${procedure}`, { headers, ...init }))
    const account = await (await ask('account.get')).json()
    const { status } = await ask('account.createOrganization', { method: 'POST', body: '{"name":"Another"}' })
    return [account.result.data.data.mayCreateOrganizations, status]
  }
  expect(await create('example.org', new Date())).toEqual([true, 200])
  expect(await create('gmail.example', new Date())).toEqual([false, 400])
  expect(await create('example.org', null)).toEqual([false, 400])
})
