import type { DnsLookups } from '../../domain-checks/dns-lookups'
import { DMARC_POLICIES } from '../constants'
import type { RecordCheck } from '../schema'
import { parseTags, toRecordCheck } from './record-check'

/**
 * Looks for the DMARC record of a domain itself, then of its parents, by the tree walk that replaces the list of public suffixes. Any
 * record found is accepted: the policy is the owner's.
 */
export async function checkDmarcRecord(lookups: DnsLookups, domain: string): Promise<RecordCheck> {
  for (const name of listWalkedDomains(domain)) {
    const answer = await lookups.txt(`_dmarc.${name}`)
    if (answer.state === 'unreachable') return toRecordCheck('unreachable')
    const records =
      answer.state === 'found' ? answer.records.filter((record) => /^v\s*=\s*DMARC1\s*(;|$)/.test(record)) : []
    const at = name === domain ? null : name
    if (records.length > 1) return toRecordCheck('duplicate', records, { at })
    const [record] = records
    if (record === undefined) continue
    const policy = readPolicy(record, at !== null)
    return toRecordCheck(policy === null ? 'wrong' : 'ok', records, { at, policy })
  }
  return toRecordCheck('missing')
}

const WALKED_LABELS_MAX = 7

/** The domain, then its parents down to two labels; from a long name straight to the last seven labels. */
function listWalkedDomains(domain: string): string[] {
  const labels = domain.split('.')
  const parents = labels.slice(1).slice(-WALKED_LABELS_MAX)
  return [domain, ...parents.map((_, index) => parents.slice(index).join('.')).filter((name) => name.includes('.'))]
}

/** `sp` is the policy for subdomains. A record without `p` asks for reports only. */
function readPolicy(record: string, isOfParent: boolean): RecordCheck['policy'] {
  const tags = parseTags(record)
  const policy = (
    (isOfParent ? tags.get('sp') : undefined) ??
    tags.get('p') ??
    (tags.has('rua') ? 'none' : '')
  ).toLowerCase()
  return DMARC_POLICIES.find((known) => known === policy) ?? null
}
