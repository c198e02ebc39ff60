import { v7 as uuidv7 } from 'uuid'
import { expect, it, vi } from 'vitest'

vi.hoisted(() => {
  process.env.SIGN_UP = 'Example.ORG, bücher.example'
})

import { handleSignUp, signUpRule } from './sign-up'

async function statusOf(email: string) {
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
  '201: an address at %s may sign up',
  async (domain) => {
    expect(await statusOf(`ada-${uuidv7()}@${domain}`)).toEqual([201, null])
  },
)

it.each(['example.com', 'sub.example.org', 'notexample.org', 'example.org.example.com'])(
  '400: an address at %s may not, and is told which may',
  async (domain) => {
    const sentence = 'Use an email address at example.org or bücher.example.'
    expect(await statusOf(`ada-${uuidv7()}@${domain}`)).toEqual([400, sentence])
  },
)

it('tells the pages which domains', () => {
  expect(signUpRule()).toEqual({ isOpen: true, domains: ['example.org', 'bücher.example'] })
})
