import { createHmac } from 'node:crypto'
import { z } from 'zod'

/** An unset variable and an empty one mean the same. */
const text = z.preprocess((value) => (value === '' ? undefined : value), z.string().optional())
const count = (fallback: number) =>
  z.preprocess((value) => (value === '' ? undefined : value), z.coerce.number().int().min(1).default(fallback))

const Variables = z.object({
  DATABASE_URL: text,
  DIRECT_URL: text,
  DATABASE_POOL_MAX: count(10),
  APP_SECRET: text.pipe(z.string().min(32, 'must have at least 32 characters').optional()),
  NEXTAUTH_SECRET: text,
  NEXTAUTH_URL: text.pipe(z.url('must be an address such as https://feedback.example.com').optional()),
  SMTP_URL: text.pipe(z.url('must be an address such as smtps://user:password@mail.example.com').optional()),
  MAIL_FROM: text,
  INNGEST_EVENT_KEY: text,
  INNGEST_SIGNING_KEY: text,
  INNGEST_BASE_URL: text,
  INNGEST_DEV: text,
  RATE_LIMIT_PER_MINUTE: count(100),
  RATE_LIMIT_PER_HOUR: count(1000),
  WEBHOOK_ALLOWED_CIDRS: text,
  FRONT_DOOR: text,
  NODE_EXTRA_CA_CERTS: text,
  PORT: count(3000),
  LOG_LEVEL: z.preprocess(
    (value) => (value === '' ? undefined : value),
    z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace']).default('info'),
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
  const usesInngest =
    v.INNGEST_EVENT_KEY !== undefined || v.INNGEST_DEV !== undefined || v.INNGEST_BASE_URL !== undefined
  if (!isBuild) requireAll(v, isVercel, usesInngest)

  const appSecret = v.APP_SECRET ?? 'only-while-building-nothing-is-served'
  const databaseUrl = v.DATABASE_URL ?? 'postgresql://build:build@127.0.0.1:1/build'
  return {
    databaseUrl,
    /** Not through a transaction pooler: migrations, and the embedded runner's locks and notifications. */
    directDatabaseUrl: v.DIRECT_URL ?? databaseUrl,
    /** Between transactions a pooler hands out other connections, on which named statements may not be known. */
    isPooled: v.DIRECT_URL !== undefined && v.DIRECT_URL !== databaseUrl,
    databasePoolMax: v.DATABASE_POOL_MAX,
    appSecret,
    nextAuthSecret: v.NEXTAUTH_SECRET ?? appSecret,
    /** Where people reach the service, without a trailing slash. */
    baseUrl: baseUrlOf(v),
    smtpUrl: v.SMTP_URL,
    mailFrom: v.MAIL_FROM ?? 'Customer Feedback Service <feedback@localhost>',
    jobs: usesInngest ? ('inngest' as const) : ('embedded' as const),
    inngest: {
      eventKey: v.INNGEST_EVENT_KEY,
      baseUrl: v.INNGEST_BASE_URL,
      dev: v.INNGEST_DEV,
      signingKey:
        v.INNGEST_SIGNING_KEY ?? `signkey-prod-${createHmac('sha256', appSecret).update('inngest').digest('hex')}`,
    },
    rateLimitPerMinute: v.RATE_LIMIT_PER_MINUTE,
    rateLimitPerHour: v.RATE_LIMIT_PER_HOUR,
    webhookAllowedCidrs: (v.WEBHOOK_ALLOWED_CIDRS ?? '').split(',').flatMap((cidr) => cidr.trim() || []),
    port: v.PORT,
    /** The door in front of Next (scripts/lib/door) writes who is there, and lets nobody else write it. */
    isBehindFrontDoor: v.FRONT_DOOR !== undefined,
    logLevel: v.LOG_LEVEL,
    isProduction: v.NODE_ENV === 'production',
    isBuild,
    isVercel,
  }
}

function requireAll(v: z.infer<typeof Variables>, isVercel: boolean, usesInngest: boolean): void {
  const missing: string[] = []
  if (v.DATABASE_URL === undefined) missing.push('DATABASE_URL (a PostgreSQL address)')
  if (v.APP_SECRET === undefined) missing.push('APP_SECRET (at least 32 random characters)')
  if (v.NEXTAUTH_SECRET === undefined) missing.push('NEXTAUTH_SECRET (at least 32 random characters)')
  if (isVercel && v.INNGEST_EVENT_KEY === undefined) missing.push('INNGEST_EVENT_KEY (from Inngest)')
  if ((isVercel || (usesInngest && v.INNGEST_DEV === undefined)) && v.INNGEST_SIGNING_KEY === undefined)
    missing.push('INNGEST_SIGNING_KEY (from Inngest)')
  if (missing.length > 0) throw new Error(`The service cannot start without ${missing.join(', ')}.`)
  if (isVercel && v.INNGEST_DEV !== undefined)
    throw new Error('INNGEST_DEV lets anybody run the background jobs: remove it from a deployment.')
}

function baseUrlOf(v: z.infer<typeof Variables>): string {
  const url =
    v.NEXTAUTH_URL ??
    (v.VERCEL_PROJECT_PRODUCTION_URL ? `https://${v.VERCEL_PROJECT_PRODUCTION_URL}` : `http://localhost:${v.PORT}`)
  return url.replace(/\/+$/, '')
}
