import type { DnsLookups } from '../../domain-checks/dns-lookups'
import type { RecordCheck } from '../schema'
import { toRecordCheck } from './record-check'

/** RFC 7208, 4.6.4. */
const LOOKUPS_MAX = 10
const VOID_LOOKUPS_MAX = 2
const MX_NAMES_MAX = 10

const isSpf = (record: string) => /^v=spf1(?: |$)/i.test(record)

/** @returns the record of a domain with `include:` added where receivers reach it, or a new one */
export function suggestSpfRecord(existing: string | null, include: string): string {
  const mechanism = `include:${include}`
  if (existing === null) return `v=spf1 ${mechanism} ~all`
  const [version = 'v=spf1', ...terms] = existing.trim().split(/ +/)
  const end = terms.findIndex((term) => /^[+?~-]?all$|^redirect=/i.test(term))
  return [
    version,
    ...terms.slice(0, end === -1 ? terms.length : end),
    mechanism,
    ...(end === -1 ? [] : terms.slice(end)),
  ].join(' ')
}

/**
 * Whether receivers that evaluate the SPF record of a domain reach the include, within the limits of look-ups that make them give up.
 * Evaluates the worst case, in which no mechanism matches before.
 */
export async function checkSpfRecord(lookups: DnsLookups, domain: string, include: string): Promise<RecordCheck> {
  const answer = await lookups.txt(domain)
  if (answer.state === 'unreachable') return toRecordCheck('unreachable')
  const records = answer.state === 'found' ? answer.records.filter(isSpf) : []
  const [record] = records
  if (record === undefined) return toRecordCheck('missing')
  if (records.length > 1) return toRecordCheck('duplicate', records)
  const walk = new SpfWalk(lookups, include)
  const failure = await walk.evaluate(record, domain)
  const details = { lookups: walk.lookupCount }
  if (failure) return toRecordCheck(failure, records, details)
  return toRecordCheck(walk.isIncludeReached ? 'ok' : 'wrong', records, details)
}

type SpfFailure = 'tooManyLookups' | 'tooManyVoidLookups' | 'wrong' | 'unreachable'

class SpfWalk {
  lookupCount = 0
  isIncludeReached = false
  #voidCount = 0
  readonly #lookups: DnsLookups
  readonly #include: string

  constructor(lookups: DnsLookups, include: string) {
    this.#lookups = lookups
    this.#include = include
  }

  async evaluate(record: string, domain: string): Promise<SpfFailure | null> {
    const terms = record.split(/ +/).slice(1).filter(Boolean)
    let redirect: string | null = null
    for (const term of terms) {
      const [, qualifier = '', name = '', rest = ''] = /^([+?~-]?)([a-z][\w.-]*)([:=/].*)?$/i.exec(term) ?? []
      const [separator, argument] = [rest.slice(0, 1), rest.slice(1)]
      if (name === '') return 'wrong'
      if (name.toLowerCase() === 'all') return null
      if (separator === '=') {
        if (name.toLowerCase() === 'redirect') redirect = argument
        continue
      }
      const target = separator === ':' ? (argument.split('/')[0] ?? '') : domain
      const failure = await this.#evaluateMechanism(name.toLowerCase(), target, qualifier)
      if (failure) return failure
    }
    return redirect === null ? null : this.#follow(redirect)
  }

  async #evaluateMechanism(name: string, target: string, qualifier: string): Promise<SpfFailure | null> {
    switch (name) {
      case 'include':
        if (target.toLowerCase().replace(/\.$/, '') === this.#include && /^\+?$/.test(qualifier))
          this.isIncludeReached = true
        return this.#follow(target)
      case 'a':
      case 'exists':
        return this.#lookUp(target, (host) => this.#lookups.addresses(host))
      case 'mx':
        return this.#lookUp(target, (host) => this.#lookups.mx(host), MX_NAMES_MAX)
      case 'ptr':
        return this.#countLookup()
      case 'ip4':
      case 'ip6':
        return null
      default:
        return 'wrong'
    }
  }

  async #follow(target: string): Promise<SpfFailure | null> {
    const tooMany = this.#countLookup()
    if (tooMany) return tooMany
    if (hasMacro(target)) return null
    const answer = await this.#lookups.txt(target)
    if (answer.state === 'unreachable') return 'unreachable'
    const [record, ...others] = answer.state === 'found' ? answer.records.filter(isSpf) : []
    // RFC 7208, 5.2: an include of a domain without a record makes the whole evaluation fail.
    if (record === undefined || others.length > 0) return 'wrong'
    return this.evaluate(record, target)
  }

  async #lookUp(
    target: string,
    query: (name: string) => ReturnType<DnsLookups['txt']>,
    recordsMax = Number.POSITIVE_INFINITY,
  ): Promise<SpfFailure | null> {
    const tooMany = this.#countLookup()
    if (tooMany) return tooMany
    if (hasMacro(target)) return null
    const answer = await query(target)
    if (answer.state === 'unreachable') return 'unreachable'
    if (answer.state === 'none') {
      this.#voidCount += 1
      return this.#voidCount > VOID_LOOKUPS_MAX ? 'tooManyVoidLookups' : null
    }
    return answer.records.length > recordsMax ? 'tooManyLookups' : null
  }

  #countLookup(): SpfFailure | null {
    this.lookupCount += 1
    return this.lookupCount > LOOKUPS_MAX ? 'tooManyLookups' : null
  }
}

/** Depends on the message: cannot be resolved here. */
function hasMacro(target: string): boolean {
  return target.includes('%{')
}
