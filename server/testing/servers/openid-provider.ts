import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Somebody who has an account at the provider. */
export type Somebody = { sub: string; email?: string; email_verified?: boolean; name?: string }

export type OpenIdProvider = {
  issuer: string
  /** Whom the next who comes signs in as; null: they change their mind and cancel; nothing: they are asked who they are. */
  visitor: Somebody | null | undefined
  /** Goes where a service sends a browser, and as far as the address to which the provider sends it back. */
  visit: (url: string) => Promise<URL>
  close: () => Promise<void>
}

export const CLIENT = { clientId: 'feedback', clientSecret: 'the-secret-of-the-service-at-the-provider' }

/** A certified OpenID Connect provider on loopback, at which everybody signs in without a password. */
export async function anOpenIdProvider({
  redirectUri,
  claimsInToken = false,
  port = 0,
}: {
  redirectUri: string
  /** Whether the ID token says who somebody is, or only the answer to the question for it. */
  claimsInToken?: boolean
  port?: number
}): Promise<OpenIdProvider> {
  const server = createServer()
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  // Loaded by the tests alone that want one: it greets Node 20 with a warning.
  const { Provider } = await import('oidc-provider')
  const known = new Map<string, Somebody>()
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.clientId,
        client_secret: CLIENT.clientSecret,
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: !claimsInToken,
    cookies: { keys: ['only for tests'] },
    // Each spelled out, or it says aloud that it is not.
    ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600, AuthorizationCode: 60 },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, accountId) => ({ accountId, claims: () => known.get(accountId) }),
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
    visitor: undefined,
    visit: (url) => walk(url, redirectUri),
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  server.on('request', (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return void callback(request, response)
    const visitor = site.visitor === undefined ? readVisitor(request.url) : site.visitor
    if (visitor === undefined) return void response.writeHead(200, { 'Content-Type': 'text/html' }).end(WHO)
    if (visitor) known.set(visitor.sub, visitor)
    const result = visitor ? { login: { accountId: visitor.sub } } : { error: 'access_denied' }
    provider.interactionFinished(request, response, result).catch((error: unknown) => response.destroy(error as Error))
  })
  return site
}

/** Where people are asked who they are: one field, and a way back. */
const WHO = `<!doctype html><html lang="en"><title>Harbour ID</title><main><h1>Harbour ID</h1>
<form><label>Email <input name="email" type="email"></label><button>Continue</button></form><a href="?cancel">Cancel</a></main></html>`

/** Their address is what they are known by; undefined before they said it, null where they do not. */
function readVisitor(address: string): Somebody | null | undefined {
  const { searchParams } = new URL(address, 'http://provider.invalid')
  if (searchParams.has('cancel')) return null
  const email = searchParams.get('email')
  return email === null ? undefined : { sub: email, email, email_verified: true, name: 'Grace Hopper' }
}

/** As a browser: with cookies, and from one address to the next. */
async function walk(from: string, until: string): Promise<URL> {
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
