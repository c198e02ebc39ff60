/** The part that the tests use: the published types are a separate package, for another version. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  type Context = { oidc: { session: { accountId: string }; client: { clientId: string } } }
  type Configuration = {
    clients: object[]
    claims: Record<string, string[]>
    conformIdTokenClaims: boolean
    cookies: { keys: string[] }
    ttl: Record<string, number>
    pkce: { required: () => boolean }
    features: object
    interactions: { url: (context: unknown, interaction: { uid: string }) => string }
    findAccount: (context: unknown, accountId: string) => { accountId: string; claims: () => object | undefined }
    loadExistingGrant: (context: Context) => Promise<Grant>
  }
  class Grant {
    constructor(of: { accountId: string; clientId: string })
    addOIDCScope(scope: string): void
    save(): Promise<string>
  }
  export class Provider {
    constructor(issuer: string, configuration: Configuration)
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>
    Grant: typeof Grant
  }
}
