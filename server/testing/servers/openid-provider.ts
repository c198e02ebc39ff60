import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type OpenIdUser = { sub: string; email?: string; email_verified?: boolean; name?: string }

export type OpenIdProvider = {
  issuer: string
  /** Identity of the next sign-in; null: the user cancels; undefined: the provider shows its form. */
  nextUser: OpenIdUser | null | undefined
  /** Follows redirects from the service's authorization URL to the redirect URI. */
  authorize: (url: string) => Promise<URL>
  close: () => Promise<void>
}

export const OPENID_CLIENT = { clientId: 'feedback', clientSecret: 'the-secret-of-the-service-at-the-provider' }

/** A certified OpenID Connect provider on loopback, without passwords. */
export async function anOpenIdProvider({
  redirectUri,
  claimsInToken = false,
  port = 0,
}: {
  redirectUri: string
  /** Whether the ID token has the profile claims, or only the userinfo endpoint. */
  claimsInToken?: boolean
  port?: number
}): Promise<OpenIdProvider> {
  const server = createServer()
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  // Loaded lazily: it prints a warning on Node 20.
  const { Provider } = await import('oidc-provider')
  const accounts = new Map<string, OpenIdUser>()
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: OPENID_CLIENT.clientId,
        client_secret: OPENID_CLIENT.clientSecret,
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: !claimsInToken,
    cookies: { keys: ['only for tests'] },
    // The library warns about every TTL that is not set explicitly.
    ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600, AuthorizationCode: 60 },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, accountId) => ({ accountId, claims: () => accounts.get(accountId) }),
    loadExistingGrant: async (context) => {
      const grant = new provider.Grant({
        accountId: context.oidc.session.accountId,
        clientId: context.oidc.client.clientId,
      })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
  const callback = provider.callback()
  const site: OpenIdProvider = {
    issuer,
    nextUser: undefined,
    authorize: (url) => followRedirects(url, redirectUri),
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  server.on('request', (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return void callback(request, response)
    const visitor = site.nextUser === undefined ? readVisitor(request.url) : site.nextUser
    if (visitor === undefined) return void response.writeHead(200, { 'Content-Type': 'text/html' }).end(LOGIN_FORM)
    if (visitor) accounts.set(visitor.sub, visitor)
    const result = visitor ? { login: { accountId: visitor.sub } } : { error: 'access_denied' }
    provider.interactionFinished(request, response, result).catch((error: unknown) => response.destroy(error as Error))
  })
  return site
}

const LOGIN_FORM = `<!doctype html><html lang="en"><title>Harbour ID</title><main><h1>Harbour ID</h1>
<form><label>Email <input name="email" type="email"></label><button>Continue</button></form><a href="?cancel">Cancel</a></main></html>`

/** The email address is the identity; undefined before submission, null if cancelled. */
function readVisitor(address: string): OpenIdUser | null | undefined {
  const { searchParams } = new URL(address, 'http://provider.invalid')
  if (searchParams.has('cancel')) return null
  const email = searchParams.get('email')
  return email === null ? undefined : { sub: email, email, email_verified: true, name: 'Grace Hopper' }
}

/** Follows redirects with cookies, like a browser. */
async function followRedirects(from: string, until: string): Promise<URL> {
  const jar = new Map<string, string>()
  let url = new URL(from)
  for (let steps = 0; steps < 10 && !url.href.startsWith(until); steps += 1) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(url, { redirect: 'manual', headers: { cookie } })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      jar.set(name, value)
    }
    const to = answer.headers.get('location')
    if (to === null) throw new Error(`the provider leads nowhere: ${answer.status} ${await answer.text()}`)
    url = new URL(to, url)
  }
  return url
}
