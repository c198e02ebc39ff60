import { createHmac } from 'node:crypto'
import { domainToASCII } from 'node:url'
import { z } from 'zod'

/** An unset variable and an empty one mean the same. */
const text = z.preprocess((value) => (value === '' ? undefined : value), z.string().optional())
const count = (fallback: number) =>
  z.preprocess((value) => (value === '' ? undefined : value), z.coerce.number().int().min(1).default(fallback))

const SECRET_MIN_CHARACTERS = 32
const tooShort = `must have at least ${SECRET_MIN_CHARACTERS} characters`
const secret = text.pipe(z.string().min(SECRET_MIN_CHARACTERS, tooShort).optional())

/** Values with commas between them. */
const list = text.transform((value = '') => value.split(',').flatMap((one) => one.trim() || []))

const httpAddress = (example: string) => {
  const words = `must be an address such as ${example}`
  return text.pipe(z.url({ protocol: /^https?$/, error: words }).optional())
}

/** As `openssl rand -hex 32` prints it: the Inngest server reads bytes, and so two digits at a time. */
const signingKey = text.pipe(
  z
    .string()
    .regex(
      /^(?:signkey-\w+-)?(?:[\da-f]{2})+$/i,
      'must be hexadecimal with an even number of digits, such as openssl rand -hex 32 prints',
    )
    .optional(),
)

/** On: any machine may run the jobs. `0` and `false` mean off, as they do to Inngest's own library. */
const DevServer = text.transform((value, context) => {
  const word = value?.trim().toLowerCase() ?? ''
  if (word === '' || word === '0' || word === 'false') return false
  if (word === '1' || word === 'true' || /^https?:\/\//.test(word)) return true
  context.addIssue({ code: 'custom', message: 'must be 1, 0, or the address of a development server' })
  return z.NEVER
})

/** Where a provider's tokens come from: over https, except on this machine. */
const issuerAddress = httpAddress('https://login.example.com').refine(
  (value) => value === undefined || value.startsWith('https://') || isLoopback(new URL(value).hostname),
  'must begin with https://',
)

/** `Name <address>` or a bare address. */
const Sender = text.transform((value, context) => {
  const [, name = '', address = value?.trim() ?? ''] = /^(.*)<([^<>]+)>\s*$/.exec(value ?? '') ?? []
  if (value !== undefined && !/^[^\s@]+@[^\s@]+$/.test(address.trim()))
    context.addIssue({ code: 'custom', message: 'must be a sender such as Feedback <feedback@example.com>' })
  return value === undefined
    ? undefined
    : { name: name.trim().replace(/^"(.*)"$/, '$1') || PRODUCT_NAME, address: address.trim() }
})
const PRODUCT_NAME = 'Customer Feedback Service'

/** Who may make an account and an organization: everybody, nobody, or those with an address at one of these domains. */
export type SignUpRule = { mode: 'open' } | { mode: 'closed' } | { mode: 'domains'; domains: string[] }

const SignUpRule = text.transform((value = 'open', context): SignUpRule => {
  const words = value.split(',').map((word) => word.trim().toLowerCase())
  if (words.length === 1 && (words[0] === 'open' || words[0] === 'closed')) return { mode: words[0] }
  const domains = words.map((word) => domainToASCII(word))
  if (domains.every((domain) => /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(domain))) return { mode: 'domains', domains }
  context.addIssue({
    code: 'custom',
    message: 'must be open, closed, or email domains such as example.com,example.org',
  })
  return z.NEVER
})

const LOG_LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const

const Variables = z.object({
  DATABASE_URL: text,
  DIRECT_URL: text,
  DATABASE_POOL_MAX: count(10),
  APP_SECRET: secret,
  APP_SECRETS_ACCEPTED: list.pipe(z.array(z.string().min(SECRET_MIN_CHARACTERS, tooShort))),
  NEXTAUTH_SECRET: secret,
  NEXTAUTH_URL: httpAddress('https://feedback.example.com'),
  HOST: text,
  SIGN_UP: SignUpRule,
  SMTP_MAX_CONNECTIONS: count(20),
  SMTP_URL: text.pipe(z.url('must be an address such as smtps://user:password@mail.example.com').optional()),
  MAIL_FROM: Sender,
  INNGEST_EVENT_KEY: text,
  INNGEST_SIGNING_KEY: signingKey,
  INNGEST_SIGNING_KEY_FALLBACK: signingKey,
  INNGEST_BASE_URL: httpAddress('https://inngest.example.com'),
  INNGEST_SERVE_ORIGIN: httpAddress('https://feedback.example.com'),
  INNGEST_DEV: DevServer,
  RATE_LIMIT_PER_MINUTE: count(100),
  RATE_LIMIT_PER_HOUR: count(1000),
  WAITING_DELIVERIES_MAX: count(100_000),
  WAITING_SENDINGS_MAX: count(100_000),
  WEBHOOK_ALLOWED_CIDRS: list,
  GOOGLE_CLIENT_ID: text,
  GOOGLE_CLIENT_SECRET: text,
  GOOGLE_SIGN_IN: z.preprocess(
    (value) => (value === '' ? undefined : value),
    z.enum(['on', 'off'], 'must be on or off').default('on'),
  ),
  OIDC_ISSUER: issuerAddress,
  OIDC_CLIENT_ID: text,
  OIDC_CLIENT_SECRET: text,
  OIDC_NAME: text.pipe(z.string().max(60, 'must have at most 60 characters').optional()),
  FRONT_DOOR: text,
  NODE_EXTRA_CA_CERTS: text,
  PORT: count(3000),
  LOG_LEVEL: z.preprocess(
    (value) => (value === '' ? undefined : value),
    z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).default('info'),
  ),
  NODE_ENV: text,
  NEXT_PHASE: text,
  VERCEL: text,
  VERCEL_PROJECT_PRODUCTION_URL: text,
})

/** Everything that the service reads from its environment, checked once; a bad value stops the boot with a sentence. */
export const env = readEnvironment(process.env)

/**
 * @throws {Error} naming each variable that is missing or wrong, and what to set it to.
 */
export function readEnvironment(source: Record<string, string | undefined>) {
  const parsed = Variables.safeParse(source)
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`)
    throw new Error(`The environment cannot be used: ${faults.join('; ')}.`)
  }
  const v = parsed.data
  const isVercel = v.VERCEL !== undefined
  // While Next builds, modules are loaded but nothing is served: secrets may be absent then, and only then.
  const isBuild = v.NEXT_PHASE === 'phase-production-build'
  // One of them that stands alone is half of a plan: the other is asked for.
  const named = [v.INNGEST_EVENT_KEY, v.INNGEST_SIGNING_KEY, v.INNGEST_BASE_URL, v.INNGEST_SERVE_ORIGIN]
  const usesInngest = v.INNGEST_DEV || named.some((value) => value !== undefined)
  if (!isBuild) {
    requireAll(v, isVercel, usesInngest)
    refuseOpenDoors(v, isVercel)
  }

  const appSecret = v.APP_SECRET ?? 'only-while-building-nothing-is-served'
  const databaseUrl = v.DATABASE_URL ?? 'postgresql://build:build@127.0.0.1:1/build'
  return {
    databaseUrl,
    /** Not through a transaction pooler: migrations, and the embedded runner's locks and notifications. */
    directDatabaseUrl: v.DIRECT_URL ?? databaseUrl,
    /** Between transactions a pooler hands out other connections, on which named statements may not be known. */
    isPooled: v.DIRECT_URL !== undefined && v.DIRECT_URL !== databaseUrl,
    databasePoolMax: v.DATABASE_POOL_MAX,
    /** The current secret first, under which everything is made; what was made under the others is still read. */
    appSecrets: [...new Set([appSecret, ...v.APP_SECRETS_ACCEPTED])] as [string, ...string[]],
    nextAuthSecret: v.NEXTAUTH_SECRET ?? appSecret,
    /** Where people reach the service, without a trailing slash. */
    baseUrl: resolveBaseUrl(v),
    signUp: v.SIGN_UP,
    smtpMaxConnections: v.SMTP_MAX_CONNECTIONS,
    smtpUrl: v.SMTP_URL,
    mailFrom: v.MAIL_FROM ?? { name: PRODUCT_NAME, address: 'feedback@localhost' },
    jobs: usesInngest ? ('inngest' as const) : ('embedded' as const),
    inngest: {
      eventKey: v.INNGEST_EVENT_KEY,
      baseUrl: v.INNGEST_BASE_URL,
      dev: v.INNGEST_DEV,
      /** Inngest's own, not a server of one's own. */
      isCloud: usesInngest && v.INNGEST_BASE_URL === undefined && !v.INNGEST_DEV,
      /** Where the Inngest server reaches this service, without a path. */
      serveOrigin: usesInngest ? new URL(v.INNGEST_SERVE_ORIGIN ?? resolveBaseUrl(v)).origin : undefined,
      /** Calls signed with it are believed too: the key before this one. */
      signingKeyFallback: v.INNGEST_SIGNING_KEY_FALLBACK,
      signingKey:
        v.INNGEST_SIGNING_KEY ?? `signkey-prod-${createHmac('sha256', appSecret).update('inngest').digest('hex')}`,
    },
    rateLimitPerMinute: v.RATE_LIMIT_PER_MINUTE,
    rateLimitPerHour: v.RATE_LIMIT_PER_HOUR,
    /** Of one organization: beyond it, what would queue more is refused. */
    waitingDeliveriesMax: v.WAITING_DELIVERIES_MAX,
    waitingSendingsMax: v.WAITING_SENDINGS_MAX,
    webhookAllowedCidrs: v.WEBHOOK_ALLOWED_CIDRS,
    /** The OAuth client with which owners connect Google Business Profile; null where the operator made none. */
    google: readGoogleClient(v),
    /** Whether people sign in with Google, through the same client. */
    googleSignIn: v.GOOGLE_SIGN_IN === 'on',
    /** The OpenID Connect provider with which people sign in; null where the operator named none. */
    oidc: readOidcClient(v),
    port: v.PORT,
    /** Where the service reaches itself: the sandbox review site is read over HTTP. */
    ownAddress: resolveOwnAddress(v),
    /** The door in front of Next (scripts/lib/door) writes who is there, and lets nobody else write it. */
    isBehindFrontDoor: v.FRONT_DOOR !== undefined,
    logLevel: v.LOG_LEVEL,
    isProduction: v.NODE_ENV === 'production',
    isBuild,
    isVercel,
  }
}

function readGoogleClient({
  GOOGLE_CLIENT_ID: clientId,
  GOOGLE_CLIENT_SECRET: clientSecret,
}: z.infer<typeof Variables>) {
  return clientId !== undefined && clientSecret !== undefined ? { clientId, clientSecret } : null
}

function readOidcClient({
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: clientId,
  OIDC_CLIENT_SECRET: clientSecret,
  OIDC_NAME: name,
}: z.infer<typeof Variables>) {
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return null
  return { issuer, clientId, clientSecret, name: name ?? null }
}

function requireAll(v: z.infer<typeof Variables>, isVercel: boolean, usesInngest: boolean): void {
  const needsInngestKeys = isVercel || (usesInngest && !v.INNGEST_DEV)
  // One of them alone is half of a plan.
  const usesOidc = [v.OIDC_ISSUER, v.OIDC_CLIENT_ID, v.OIDC_CLIENT_SECRET].some((value) => value !== undefined)
  const isReachable = !isVercel && v.NODE_ENV === 'production' && !isLoopback(v.HOST ?? '127.0.0.1')
  const needed: [isNeeded: boolean, value: unknown, words: string][] = [
    [true, v.DATABASE_URL, 'DATABASE_URL (a PostgreSQL address)'],
    [true, v.APP_SECRET, 'APP_SECRET (at least 32 random characters)'],
    [true, v.NEXTAUTH_SECRET, 'NEXTAUTH_SECRET (at least 32 random characters)'],
    [needsInngestKeys, v.INNGEST_EVENT_KEY, 'INNGEST_EVENT_KEY (from Inngest)'],
    [needsInngestKeys, v.INNGEST_SIGNING_KEY, 'INNGEST_SIGNING_KEY (from Inngest)'],
    [usesOidc, v.OIDC_ISSUER, 'OIDC_ISSUER (the address of the provider)'],
    [usesOidc, v.OIDC_CLIENT_ID, 'OIDC_CLIENT_ID (of this service, at the provider)'],
    [usesOidc, v.OIDC_CLIENT_SECRET, 'OIDC_CLIENT_SECRET (of this service, at the provider)'],
    [v.SMTP_URL !== undefined, v.MAIL_FROM, 'MAIL_FROM (the sender of what SMTP_URL sends)'],
    [isReachable, v.NEXTAUTH_URL, 'NEXTAUTH_URL (the address people use, because HOST lets other machines in)'],
  ]
  const missing = needed.flatMap(([isNeeded, value, words]) => (isNeeded && value === undefined ? [words] : []))
  if (missing.length > 0) throw new Error(`The service cannot start without ${missing.join(', ')}.`)
}

/** INNGEST_DEV takes anybody's word for being the Inngest server. */
function refuseOpenDoors(v: z.infer<typeof Variables>, isVercel: boolean): void {
  if (!v.INNGEST_DEV) return
  const isPublic = v.NEXTAUTH_URL !== undefined && !isLoopback(new URL(v.NEXTAUTH_URL).hostname)
  if (isVercel || isPublic || !isLoopback(v.HOST ?? '127.0.0.1'))
    throw new Error(
      'INNGEST_DEV lets anyone run the background jobs. Others can reach this service, so remove it or set it to 0.',
    )
}

/** A host that only this machine reaches. */
function isLoopback(host: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host)
}

function resolveOwnAddress(v: z.infer<typeof Variables>): string {
  if (v.VERCEL !== undefined) return new URL(resolveBaseUrl(v)).origin
  const host = v.HOST === undefined || v.HOST === '0.0.0.0' || v.HOST === '::' ? '127.0.0.1' : v.HOST
  return `http://${host.includes(':') ? `[${host}]` : host}:${v.PORT}`
}

function resolveBaseUrl(v: z.infer<typeof Variables>): string {
  const url =
    v.NEXTAUTH_URL ??
    (v.VERCEL_PROJECT_PRODUCTION_URL ? `https://${v.VERCEL_PROJECT_PRODUCTION_URL}` : `http://localhost:${v.PORT}`)
  return url.replace(/\/+$/, '')
}
