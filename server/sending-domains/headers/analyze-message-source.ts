import type { AuthenticationResult, MessageSourceReport } from '../schema'
import {
  type AuthenticationResults,
  type MethodResult,
  parseAuthenticationResults,
} from './parse-authentication-results'
import { type HeaderField, parseAddressDomain, parseDomain, parseHeaderFields } from './parse-header-fields'

const TEXT_MAX_CHARACTERS = 253
const SIGNATURES_MAX = 10

/**
 * What the headers of a received message say about its authentication. They are text that anyone can write: nothing follows from them.
 * Of several results the topmost counts, which the last server added; those of ARC only if there are no others.
 */
export function analyzeMessageSource(source: string): MessageSourceReport {
  const fields = parseHeaderFields(source)
  const values = (name: string) => fields.flatMap((field) => (field.name === name ? [field.value] : []))
  const fromDomain = parseAddressDomain(values('from')[0] ?? '')
  const own = values('authentication-results')
  const arc = values('arc-authentication-results').map((value) => value.replace(/^\s*i\s*=\s*\d+\s*;/, ''))
  const results = mergeOfOneServer((own.length > 0 ? own : arc).map(parseAuthenticationResults))
  const find = (method: string) => results.methods.filter((each) => each.method === method)
  const spf = find('spf')[0]
  const dmarc = find('dmarc')[0]
  return {
    fromDomain,
    reportedBy: results.server && clip(results.server),
    source: own.length > 0 ? 'authenticationResults' : arc.length > 0 ? 'arc' : 'none',
    spf: toResult(spf, readSpfDomain(spf), fromDomain),
    dkim: describeDkim(find('dkim'), fromDomain),
    dmarc: toResult(dmarc, parseDomain(dmarc?.properties.get('header.from') ?? ''), fromDomain),
    tls: readTransportSecurity(fields, results.server),
    signatures: values('dkim-signature').slice(0, SIGNATURES_MAX).flatMap(readSignature),
  }
}

/** A server may write one field per method: those of the topmost server belong together. */
function mergeOfOneServer(all: readonly AuthenticationResults[]): AuthenticationResults {
  const server = all[0]?.server ?? null
  return { server, methods: all.filter((each) => each.server === server).flatMap(({ methods }) => methods) }
}

function readSpfDomain(spf: MethodResult | undefined): string | null {
  const properties = spf?.properties
  return parseDomain(properties?.get('smtp.mailfrom') ?? properties?.get('smtp.helo') ?? '')
}

/** The signature that counts for DMARC: a valid aligned one, else a valid one, else the first. */
function describeDkim(signatures: readonly MethodResult[], fromDomain: string | null): AuthenticationResult {
  const results = signatures.map((signature) => {
    const { properties } = signature
    return toResult(signature, parseDomain(properties.get('header.d') ?? properties.get('header.i') ?? ''), fromDomain)
  })
  const valid = results.filter(({ verdict }) => verdict === 'pass')
  return valid.find(({ isAligned }) => isAligned) ?? valid[0] ?? results[0] ?? toResult(undefined, null, fromDomain)
}

function toResult(
  method: MethodResult | undefined,
  domain: string | null,
  fromDomain: string | null,
): AuthenticationResult {
  const isAligned = domain === null || fromDomain === null ? null : areAligned(domain, fromDomain)
  return { verdict: toVerdict(method?.result), word: method ? clip(method.result) : null, domain, isAligned }
}

function toVerdict(result: string | undefined): AuthenticationResult['verdict'] {
  if (result === undefined) return 'unknown'
  if (result === 'pass' || result === 'bestguesspass') return 'pass'
  return result === 'none' || result === 'neutral' ? 'none' : 'fail'
}

/** Relaxed alignment, without a list of public suffixes: equal, or one is a subdomain of the other. */
function areAligned(one: string, other: string): boolean {
  return one === other || one.endsWith(`.${other}`) || other.endsWith(`.${one}`)
}

/** The hop at which the reporting server took the message; hops before and after it are inside of one operator. */
function readTransportSecurity(fields: readonly HeaderField[], server: string | null): MessageSourceReport['tls'] {
  const hops = fields.flatMap(({ name, value }) => (name === 'received' && /^from\s/i.test(value) ? [value] : []))
  const reported =
    server === null ? undefined : hops.find((hop) => hop.toLowerCase().includes(` by ${server.toLowerCase()}`))
  const hop = reported ?? hops[0]
  if (hop === undefined) return { verdict: 'unknown', version: null }
  const version =
    /\bTLS(?:v?1[._]\d|1\.\d|_?1_\d)/i
      .exec(hop)?.[0]
      .replace(/^tlsv?_?/i, '')
      .replace('_', '.') ?? null
  const isEncrypted = version !== null || /\bwith\s+(?:UTF8)?(?:ESMTPS|ESMTPSA|SMTPS|LMTPS|HTTPS)\b/i.test(hop)
  return { verdict: isEncrypted ? 'pass' : 'fail', version }
}

function readSignature(value: string): { domain: string; selector: string }[] {
  const tags = new Map(
    value.split(';').map((part): [string, string] => {
      const at = part.indexOf('=')
      return [part.slice(0, at).trim().toLowerCase(), part.slice(at + 1).replace(/\s+/g, '')]
    }),
  )
  const [domain, selector] = [tags.get('d'), tags.get('s')]
  return domain && selector ? [{ domain: clip(domain), selector: clip(selector) }] : []
}

function clip(text: string): string {
  return text.slice(0, TEXT_MAX_CHARACTERS).toWellFormed()
}
