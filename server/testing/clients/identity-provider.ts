import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeEach } from 'vitest'
import { submitFinishSignUp, viewFinishSignUp } from '../../api/pages/account/finish-sign-up'
import { handleProviderCallback, submitProviderSignIn } from '../../api/pages/account/provider-sign-in'
import { submitSignIn } from '../../api/pages/account/sign-in'
import { readPrincipalAndRateLimit } from '../../api/session/session'
import { useEnvironment } from '../environment'
import { anOwner } from '../factories/accounts'
import { anEmailAddress } from '../factories/basics'
import { anOpenIdProvider, OPENID_CLIENT, type OpenIdUser } from '../servers/openid-provider'
import { aCookieBrowser, TEST_ORIGIN } from './cookie-browser'

export const PASSWORD = 'the first password'

/** Starts an OpenID Connect provider for the calling file; before each test, sets an unused email and client address. */
export async function useIdentityProvider() {
  const provider = await anOpenIdProvider({ redirectUri: `${TEST_ORIGIN}/sign-in/return` })
  useEnvironment({
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: OPENID_CLIENT.clientId,
    OIDC_CLIENT_SECRET: OPENID_CLIENT.clientSecret,
    OIDC_NAME: 'Harbour ID',
  })
  const fixture = { provider, email: '', address: '', aVisitor, anAccount, aBrowser }

  beforeEach(() => {
    fixture.email = anEmailAddress()
    fixture.address = `test-${uuidv7()}`
  })
  afterAll(() => provider.close())

  function aVisitor(more: Partial<OpenIdUser> = {}): OpenIdUser {
    return { sub: uuidv7(), email: fixture.email, email_verified: true, name: 'Ada Byron', ...more }
  }

  function anAccount(createdBy: 'operator' | 'themself' = 'operator') {
    const { email } = fixture
    return anOwner({ name: 'Ada', email, password: PASSWORD, organizationName: 'Engines' }, createdBy)
  }

  function aBrowser() {
    const browser = aCookieBrowser(() => fixture.address)
    const { headers, keep, form } = browser
    const goToProvider = async (fields: Record<string, string> = {}, next = '') => {
      const accept = { accept: 'application/json' }
      const answer = keep(
        await submitProviderSignIn(form(`/sign-in/provider${next}`, { provider: 'oidc', ...fields }, accept)),
      )
      if (!('to' in answer)) throw new Error(`not sent on: ${answer.status}`)
      return answer.to
    }
    const comeBack = async (url: URL) =>
      keep(
        await handleProviderCallback(new Request(url, { headers: { ...headers(), 'sec-fetch-site': 'cross-site' } })),
      )
    return {
      ...browser,
      goToProvider,
      comeBack,
      signIn: async (visitor: OpenIdUser | null, next = '') => {
        const url = await goToProvider({}, next)
        provider.nextUser = visitor
        return comeBack(await provider.authorize(url))
      },
      signInWithPassword: async () =>
        keep(await submitSignIn(form('/sign-in', { email: fixture.email, password: PASSWORD }))),
      finish: async (fields: Record<string, string>, next = '') =>
        keep(await submitFinishSignUp(form(`/sign-in/finish${next}`, fields))),
      view: async (next = '') =>
        viewFinishSignUp(new Request(`${TEST_ORIGIN}/sign-in/finish${next}`, { headers: headers() })),
      isSignedIn: async () => (await readPrincipalAndRateLimit(new Headers(headers()))) !== null,
      actor: async () => (await readPrincipalAndRateLimit(new Headers(headers())))?.actor,
    }
  }

  return fixture
}
