import { createHmac } from 'node:crypto'
import { z } from 'zod'
import {
  BounceAddress,
  booleanFlag,
  commaSeparatedList,
  DnsServers,
  emptyAsUnset,
  hostName,
  httpsOrLoopbackUrl,
  httpUrl,
  ImapUrl,
  InngestDevMode,
  inngestSigningKey,
  isLoopback,
  MailSender,
  optionalSecret,
  optionalText,
  originUrl,
  PRODUCT_NAME,
  positiveInteger,
  SECRET_MIN_CHARACTERS,
  SECRET_TOO_SHORT,
  SignUpRule,
  SmsPrices,
  SmsSender,
  twilioSid,
} from './env-schemas'
import { parseAllowedNetworks } from './outbound/allowed-networks'

const LOG_LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const

const Variables = z.object({
  DATABASE_URL: optionalText,
  DIRECT_URL: optionalText,
  DATABASE_POOL_MAX: positiveInteger(10),
  APP_SECRET: optionalSecret,
  APP_SECRETS_ACCEPTED: commaSeparatedList.pipe(z.array(z.string().min(SECRET_MIN_CHARACTERS, SECRET_TOO_SHORT))),
  NEXTAUTH_SECRET: optionalSecret,
  NEXTAUTH_URL: originUrl('https://feedback.example.com'),
  HOST: optionalText,
  SIGN_UP: SignUpRule,
  SMTP_MAX_CONNECTIONS: positiveInteger(20),
  SMTP_URL: optionalText.pipe(z.url('must be an address such as smtps://user:password@mail.example.com').optional()),
  MAIL_FROM: MailSender,
  BOUNCE_ADDRESS: BounceAddress,
  IMAP_URL: ImapUrl,
  SENDING_DOMAINS: emptyAsUnset(z.enum(['on', 'off'], 'must be on or off').default('on')),
  SPF_INCLUDE: hostName('spf.example.com'),
  RETURN_PATH_HOST: hostName('bounces.example.com'),
  DNS_SERVERS: DnsServers,
  LINK_DOMAIN_TARGET: hostName('feedback.example.com'),
  TWILIO_ACCOUNT_SID: twilioSid('AC'),
  TWILIO_AUTH_TOKEN: optionalText,
  TWILIO_API_KEY_SID: twilioSid('SK'),
  TWILIO_API_KEY_SECRET: optionalText,
  TWILIO_FROM: SmsSender,
  TWILIO_API_URL: httpsOrLoopbackUrl('https://api.twilio.com'),
  TWILIO_KEYWORDS: emptyAsUnset(z.enum(['twilio', 'service'], 'must be twilio or service').default('twilio')),
  SMS_PRICES: SmsPrices,
  INNGEST_EVENT_KEY: optionalText,
  INNGEST_SIGNING_KEY: inngestSigningKey,
  INNGEST_SIGNING_KEY_FALLBACK: inngestSigningKey,
  INNGEST_BASE_URL: httpUrl('https://inngest.example.com'),
  INNGEST_SERVE_ORIGIN: httpUrl('https://feedback.example.com'),
  INNGEST_DEV: InngestDevMode,
  PAUSE_JOBS: booleanFlag,
  METRICS_TOKEN: optionalText.pipe(z.string().min(16, 'must have at least 16 characters').optional()),
  RATE_LIMIT_PER_MINUTE: positiveInteger(100),
  RATE_LIMIT_PER_HOUR: positiveInteger(1000),
  WAITING_DELIVERIES_MAX: positiveInteger(100_000),
  WAITING_SENDINGS_MAX: positiveInteger(100_000),
  REVIEWS_MAX: positiveInteger(200_000),
  WEBHOOK_ALLOWED_CIDRS: commaSeparatedList,
  GOOGLE_CLIENT_ID: optionalText,
  GOOGLE_CLIENT_SECRET: optionalText,
  GOOGLE_SIGN_IN: emptyAsUnset(z.enum(['on', 'off'], 'must be on or off').default('on')),
  OIDC_ISSUER: httpsOrLoopbackUrl('https://login.example.com'),
  OIDC_CLIENT_ID: optionalText,
  OIDC_CLIENT_SECRET: optionalText,
  OIDC_NAME: optionalText.pipe(z.string().max(60, 'must have at most 60 characters').optional()),
  FRONT_DOOR: optionalText,
  NODE_EXTRA_CA_CERTS: optionalText,
  PORT: positiveInteger(3000),
  LOG_LEVEL: emptyAsUnset(z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).default('info')),
  NODE_ENV: optionalText,
  NEXT_PHASE: optionalText,
  VERCEL: optionalText,
  VERCEL_PROJECT_PRODUCTION_URL: optionalText,
})

type Variables = z.infer<typeof Variables>

export type Environment = ReturnType<typeof readEnvironment>

export const env: Environment = readEnvironment(process.env)

/** @throws {Error} naming each variable that is missing or invalid, and what to set it to */
export function readEnvironment(source: Record<string, string | undefined>) {
  const parsed = Variables.safeParse(source)
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`)
    throw new Error(`The environment cannot be used: ${problems.join('; ')}.`)
  }
  const v = parsed.data
  const isVercel = v.VERCEL !== undefined
  // During a Next build modules are loaded but nothing is served: only then may secrets be absent.
  const isBuild = v.NEXT_PHASE === 'phase-production-build'
  // Any of these variables selects Inngest; the required ones are then checked.
  const inngestVariables = [v.INNGEST_EVENT_KEY, v.INNGEST_SIGNING_KEY, v.INNGEST_BASE_URL, v.INNGEST_SERVE_ORIGIN]
  const usesInngest = v.INNGEST_DEV || inngestVariables.some((value) => value !== undefined)
  if (!isBuild) {
    requireVariables(v, isVercel, usesInngest)
    rejectUnsafeExposure(v, isVercel)
  }

  const appSecret = v.APP_SECRET ?? 'only-while-building-nothing-is-served'
  const databaseUrl = v.DATABASE_URL ?? 'postgresql://build:build@127.0.0.1:1/build'
  return {
    databaseUrl,
    /** Bypasses a transaction pooler, for migrations and the locks and notifications of the job scheduler. */
    directDatabaseUrl: v.DIRECT_URL ?? databaseUrl,
    isPooled: v.DIRECT_URL !== undefined && v.DIRECT_URL !== databaseUrl,
    databasePoolMax: v.DATABASE_POOL_MAX,
    appSecrets: [...new Set([appSecret, ...v.APP_SECRETS_ACCEPTED])] as [string, ...string[]],
    nextAuthSecret: v.NEXTAUTH_SECRET ?? appSecret,
    baseUrl: resolveBaseUrl(v),
    signUp: v.SIGN_UP,
    smtpMaxConnections: v.SMTP_MAX_CONNECTIONS,
    smtpUrl: v.SMTP_URL,
    mailFrom: v.MAIL_FROM ?? { name: PRODUCT_NAME, address: 'feedback@localhost' },
    /** Mail that comes back goes to this address, with a token of the message after a plus sign. */
    bounceAddress: v.BOUNCE_ADDRESS,
    imapUrl: v.IMAP_URL,
    /** What owners are asked to publish besides DKIM and DMARC, and whether they may send from their own domain at all. */
    sendingDomains: readSendingDomains(v),
    /** What link domains point to; undefined: the host of the base URL. */
    linkDomainTarget: v.LINK_DOMAIN_TARGET,
    /** Empty: those of the system. */
    dnsServers: v.DNS_SERVERS,
    twilio: readTwilio(v),
    smsPrices: v.SMS_PRICES,
    jobs: usesInngest ? ('inngest' as const) : ('embedded' as const),
    /** Sends nothing and runs no background jobs, for inspecting a restored copy. */
    areJobsPaused: v.PAUSE_JOBS,
    metricsToken: v.METRICS_TOKEN,
    inngest: {
      eventKey: v.INNGEST_EVENT_KEY,
      baseUrl: v.INNGEST_BASE_URL,
      dev: v.INNGEST_DEV,
      isCloud: usesInngest && v.INNGEST_BASE_URL === undefined && !v.INNGEST_DEV,
      serveOrigin: usesInngest ? new URL(v.INNGEST_SERVE_ORIGIN ?? resolveBaseUrl(v)).origin : undefined,
      signingKeyFallback: v.INNGEST_SIGNING_KEY_FALLBACK,
      signingKey:
        v.INNGEST_SIGNING_KEY ?? `signkey-prod-${createHmac('sha256', appSecret).update('inngest').digest('hex')}`,
    },
    rateLimitPerMinute: v.RATE_LIMIT_PER_MINUTE,
    rateLimitPerHour: v.RATE_LIMIT_PER_HOUR,
    waitingDeliveriesMax: v.WAITING_DELIVERIES_MAX,
    waitingSendingsMax: v.WAITING_SENDINGS_MAX,
    reviewsMax: v.REVIEWS_MAX,
    webhookAllowedCidrs: v.WEBHOOK_ALLOWED_CIDRS,
    allowedNetworks: parseAllowedNetworks({
      webhookAllowedCidrs: v.WEBHOOK_ALLOWED_CIDRS,
      isVercel,
      baseUrl: resolveBaseUrl(v),
    }),
    google: readGoogleClient(v),
    googleSignIn: v.GOOGLE_SIGN_IN === 'on',
    oidc: readOidcClient(v),
    port: v.PORT,
    /** Address at which the service reaches itself, because the sandbox review site is read over HTTP. */
    selfUrl: resolveSelfUrl(v),
    isBehindHttpServer: v.FRONT_DOOR !== undefined,
    logLevel: v.LOG_LEVEL,
    isProduction: v.NODE_ENV === 'production',
    isBuild,
    isVercel,
  }
}

function readSendingDomains({ SENDING_DOMAINS, SPF_INCLUDE, RETURN_PATH_HOST }: Variables) {
  return {
    isEnabled: SENDING_DOMAINS === 'on',
    spfInclude: SPF_INCLUDE ?? null,
    returnPathHost: RETURN_PATH_HOST ?? null,
  }
}

/**
 * `authToken` signs what Twilio sends: null if only an API key is set. `answersKeywords`: Twilio answers STOP, START and HELP itself, as it does
 * by default. `statusUrl` is where Twilio reports deliveries: null if it cannot be checked, or Twilio cannot reach the service.
 */
function readTwilio(variables: Variables) {
  const account = readTwilioAccount(variables)
  if (account === null) return null
  const { TWILIO_AUTH_TOKEN: authToken = null, TWILIO_KEYWORDS: keywords } = variables
  const baseUrl = resolveBaseUrl(variables)
  const { protocol, hostname } = new URL(baseUrl)
  // Twilio refuses a message with the address of a host that it cannot name.
  const isPublic = protocol === 'https:' && !isLoopback(hostname) && !hostname.includes('_')
  return {
    ...account,
    authToken,
    answersKeywords: keywords === 'twilio',
    statusUrl: authToken !== null && isPublic ? `${baseUrl}/api/twilio/status` : null,
  }
}

function readTwilioAccount({
  TWILIO_ACCOUNT_SID: accountSid,
  TWILIO_API_KEY_SID: keySid,
  TWILIO_API_KEY_SECRET: keySecret,
  TWILIO_AUTH_TOKEN: authToken,
  TWILIO_FROM: from,
  TWILIO_API_URL: apiUrl = 'https://api.twilio.com',
}: Variables) {
  const user = keySid ?? accountSid
  const password = keySid === undefined ? authToken : keySecret
  if (accountSid === undefined || user === undefined || password === undefined || from === undefined) return null
  return { accountSid, user, password, from, apiUrl: apiUrl.replace(/(?<!\/)\/+$/, '') }
}

function readGoogleClient({ GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret }: Variables) {
  return clientId !== undefined && clientSecret !== undefined ? { clientId, clientSecret } : null
}

function readOidcClient({
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: clientId,
  OIDC_CLIENT_SECRET: clientSecret,
  OIDC_NAME: name,
}: Variables) {
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return null
  return { issuer, clientId, clientSecret, name: name ?? null }
}

function requireVariables(v: Variables, isVercel: boolean, usesInngest: boolean): void {
  const needsInngestKeys = isVercel || (usesInngest && !v.INNGEST_DEV)
  // Any of these variables requires the others of its provider.
  const usesOidc = [v.OIDC_ISSUER, v.OIDC_CLIENT_ID, v.OIDC_CLIENT_SECRET].some((value) => value !== undefined)
  const twilio = [v.TWILIO_ACCOUNT_SID, v.TWILIO_AUTH_TOKEN, v.TWILIO_API_KEY_SID, v.TWILIO_API_KEY_SECRET]
  const usesTwilio = [...twilio, v.TWILIO_FROM].some((value) => value !== undefined)
  const usesTwilioKey = v.TWILIO_API_KEY_SID !== undefined || v.TWILIO_API_KEY_SECRET !== undefined
  const isReachable = !isVercel && v.NODE_ENV === 'production' && !isLoopback(v.HOST ?? '127.0.0.1')
  const required: [isNeeded: boolean, value: unknown, words: string][] = [
    [true, v.DATABASE_URL, 'DATABASE_URL (a PostgreSQL address)'],
    [true, v.APP_SECRET, 'APP_SECRET (at least 32 random characters)'],
    [true, v.NEXTAUTH_SECRET, 'NEXTAUTH_SECRET (at least 32 random characters)'],
    [needsInngestKeys, v.INNGEST_EVENT_KEY, 'INNGEST_EVENT_KEY (from Inngest)'],
    [needsInngestKeys, v.INNGEST_SIGNING_KEY, 'INNGEST_SIGNING_KEY (from Inngest)'],
    [usesOidc, v.OIDC_ISSUER, 'OIDC_ISSUER (the address of the provider)'],
    [usesOidc, v.OIDC_CLIENT_ID, 'OIDC_CLIENT_ID (of this service, at the provider)'],
    [usesOidc, v.OIDC_CLIENT_SECRET, 'OIDC_CLIENT_SECRET (of this service, at the provider)'],
    [v.SMTP_URL !== undefined, v.MAIL_FROM, 'MAIL_FROM (the sender of what SMTP_URL sends)'],
    [usesTwilio, v.TWILIO_ACCOUNT_SID, 'TWILIO_ACCOUNT_SID (of the account that sends text messages)'],
    [usesTwilio && !usesTwilioKey, v.TWILIO_AUTH_TOKEN, 'TWILIO_AUTH_TOKEN (or an API key of that account)'],
    [usesTwilioKey, v.TWILIO_API_KEY_SID, 'TWILIO_API_KEY_SID (of TWILIO_API_KEY_SECRET)'],
    [usesTwilioKey, v.TWILIO_API_KEY_SECRET, 'TWILIO_API_KEY_SECRET (of TWILIO_API_KEY_SID)'],
    [usesTwilio, v.TWILIO_FROM, 'TWILIO_FROM (the sender of what Twilio sends)'],
    [isReachable, v.NEXTAUTH_URL, 'NEXTAUTH_URL (the address people use, because HOST lets other machines in)'],
  ]
  const missing = required.flatMap(([isNeeded, value, words]) => (isNeeded && value === undefined ? [words] : []))
  if (missing.length > 0) throw new Error(`The service cannot start without ${missing.join(', ')}.`)
}

/** INNGEST_DEV accepts unsigned requests as coming from the Inngest server. Without a mail server addresses cannot be confirmed. */
function rejectUnsafeExposure(v: Variables, isVercel: boolean): void {
  const isPublic = v.NEXTAUTH_URL !== undefined && !isLoopback(new URL(v.NEXTAUTH_URL).hostname)
  if (!isVercel && !isPublic && isLoopback(v.HOST ?? '127.0.0.1')) return
  if (readTwilio(v) && v.SMTP_URL === undefined && v.SIGN_UP.mode !== 'closed')
    throw new Error(
      'Anyone could sign up here and send text messages through Twilio. Set SMTP_URL, so that people confirm who they are, or SIGN_UP to closed.',
    )
  if (v.INNGEST_DEV)
    throw new Error(
      'INNGEST_DEV lets anyone run the background jobs. Others can reach this service, so remove it or set it to 0.',
    )
}

function resolveSelfUrl(v: Variables): string {
  if (v.VERCEL !== undefined) return new URL(resolveBaseUrl(v)).origin
  const host = v.HOST === undefined || v.HOST === '0.0.0.0' || v.HOST === '::' ? '127.0.0.1' : v.HOST
  return `http://${host.includes(':') ? `[${host}]` : host}:${v.PORT}`
}

function resolveBaseUrl(v: Variables): string {
  const url =
    v.NEXTAUTH_URL ??
    (v.VERCEL_PROJECT_PRODUCTION_URL ? `https://${v.VERCEL_PROJECT_PRODUCTION_URL}` : `http://localhost:${v.PORT}`)
  return url.replace(/(?<!\/)\/+$/, '')
}
