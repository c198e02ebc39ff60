import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'
import { z } from 'zod'

/** An empty variable counts as unset. */
export const emptyAsUnset = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema)
export const optionalText = emptyAsUnset(z.string().optional())
export const positiveInteger = (fallback: number) => emptyAsUnset(z.coerce.number().int().min(1).default(fallback))

export const SECRET_MIN_CHARACTERS = 32
export const SECRET_TOO_SHORT = `must have at least ${SECRET_MIN_CHARACTERS} characters`
export const optionalSecret = optionalText.pipe(z.string().min(SECRET_MIN_CHARACTERS, SECRET_TOO_SHORT).optional())

export const commaSeparatedList = optionalText.transform((value = '') =>
  value.split(',').flatMap((item) => item.trim() || []),
)

export const httpUrl = (example: string) => {
  const words = `must be an address such as ${example}`
  return optionalText.pipe(z.url({ protocol: /^https?$/, error: words }).optional())
}

export const originUrl = (example: string) =>
  httpUrl(example).refine(
    (value) => value === undefined || !URL.canParse(value) || isOrigin(new URL(value)),
    `must be a host of its own without a path, such as ${example}`,
  )

function isOrigin({ pathname, search, hash, username }: URL): boolean {
  return /^\/*$/.test(pathname) && search === '' && hash === '' && username === ''
}

export const inngestSigningKey = optionalText.pipe(
  z
    .string()
    .regex(
      /^(?:signkey-\w+-)?(?:[\da-f]{2})+$/i,
      'must be hexadecimal with an even number of digits, such as openssl rand -hex 32 prints',
    )
    .optional(),
)

export const InngestDevMode = optionalText.transform((value, context) => {
  const word = value?.trim().toLowerCase() ?? ''
  if (word === '' || word === '0' || word === 'false') return false
  if (word === '1' || word === 'true' || /^https?:\/\//.test(word)) return true
  context.addIssue({ code: 'custom', message: 'must be 1, 0, or the address of a development server' })
  return z.NEVER
})

export const httpsOrLoopbackUrl = (example: string) =>
  httpUrl(example).refine(
    (value) => value === undefined || value.startsWith('https://') || isLoopback(new URL(value).hostname),
    'must begin with https://',
  )

export const booleanFlag = optionalText
  .pipe(z.enum(['0', '1'], 'must be 1 or 0').optional())
  .transform((value) => value === '1')

export const twilioSid = (kind: 'AC' | 'SK') =>
  optionalText.pipe(
    z
      .string()
      .regex(
        new RegExp(`^${kind}[\\da-f]{32}$`),
        `must be ${kind} and 32 digits or letters, as Twilio’s console shows it`,
      )
      .optional(),
  )

export const SmsSender = optionalText.pipe(
  z
    .string()
    .regex(
      /^(?:\+[1-9]\d{6,14}|\d{3,8}|MG[\da-f]{32}|(?=.*[a-z])[\da-z &+_-]{1,11})$/i,
      'must be a number such as +15005550006, a short code, a sender of at most 11 letters and digits, or a messaging service (MG…)',
    )
    .optional(),
)

/** Prices of one segment of a text message, by the recipient's country (ISO 3166-1 alpha-2). */
export type SmsPrices = { currency: string; byCountry: ReadonlyMap<string, number> }

export const SmsPrices = optionalText.transform((value, context): SmsPrices | null => {
  if (value === undefined) return null
  const [currency = '', ...prices] = value.trim().split(/[\s,]+/)
  const entries = prices.map((price) => /^([A-Z]{2})=(\d{1,3}(?:\.\d{1,6})?)$/.exec(price))
  if (/^[A-Z]{3}$/.test(currency) && entries.every((entry) => entry !== null))
    return { currency, byCountry: new Map(entries.map(([, country = '', price]) => [country, Number(price)])) }
  context.addIssue({
    code: 'custom',
    message: 'must be a currency and prices by country such as EUR FR=0.0798 GB=0.045',
  })
  return z.NEVER
})

export const MailSender = optionalText.transform((value, context) => {
  const [, name = '', address = value?.trim() ?? ''] = /^(.*)<([^<>]+)>\s*$/.exec(value ?? '') ?? []
  if (value !== undefined && !/^[^\s@]+@[^\s@]+$/.test(address.trim()))
    context.addIssue({ code: 'custom', message: 'must be a sender such as Feedback <feedback@example.com>' })
  return value === undefined
    ? undefined
    : { name: name.trim().replace(/^"(.*)"$/, '$1') || PRODUCT_NAME, address: address.trim() }
})
/** The local part leaves room for a plus sign and a token of 52 characters (RFC 5321, 4.5.3.1.1: at most 64). */
export const BounceAddress = optionalText.pipe(
  z
    .string()
    .regex(
      /^[\w.-]{1,11}@[^\s@+]+$/,
      'must be an address such as bounces@example.com, with at most 11 characters before the @',
    )
    .optional(),
)

export const ImapUrl = optionalText.pipe(
  z
    .url({ protocol: /^imaps?$/, error: 'must be an address such as imaps://bounces:password@mail.example.com/INBOX' })
    .optional(),
)

const HOST_NAME = /^(?=.{1,253}$)[a-z0-9_][a-z0-9_-]*(?:\.[a-z0-9_][a-z0-9_-]*)+$/

export const hostName = (example: string) =>
  optionalText
    .transform((value) => value?.trim().toLowerCase().replace(/\.$/, ''))
    .pipe(z.string().regex(HOST_NAME, `must be a host name such as ${example}`).optional())

export const DnsServers = commaSeparatedList.refine(
  (servers) => servers.every((server) => isIP(server.replace(/^\[(.*)\](?::\d+)?$|^([\d.]+):\d+$/, '$1$2')) !== 0),
  'must be IP addresses such as 10.0.0.53 or [2001:db8::53]:5353, separated by commas',
)

export const PRODUCT_NAME = 'Customer Feedback Service'

export type SignUpRule = { mode: 'open' } | { mode: 'closed' } | { mode: 'domains'; domains: string[] }

export const SignUpRule = optionalText.transform((value = 'open', context): SignUpRule => {
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

export function isLoopback(host: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host)
}
