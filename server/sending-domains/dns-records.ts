import type { SendingDomain as Row } from '@/prisma/generated/client'
import type { CheckResult } from '../domain-checks/decide-domain-state'
import type { DnsLookups } from '../domain-checks/dns-lookups'
import { env } from '../env'
import { RETURN_PATH_LABEL } from './constants'
import { checkDkimRecord } from './dns/check-dkim-record'
import { checkDmarcRecord } from './dns/check-dmarc-record'
import { checkReturnPathRecord } from './dns/check-return-path-record'
import { checkSpfRecord, suggestSpfRecord } from './dns/check-spf-record'
import { type DnsRecord, DomainCheck } from './schema'

type DnsRow = Pick<Row, 'domain' | 'dkimSelector' | 'dkimPublicKey' | 'check'>

const dkimName = ({ domain, dkimSelector }: DnsRow) => `${dkimSelector}._domainkey.${domain}`
export const returnPathDomain = (domain: string) => `${RETURN_PATH_LABEL}.${domain}`

/** The check of a domain is read with defaults, since an older version may have stored it. */
export function parseDomainCheck(check: Row['check']): DomainCheck | null {
  return DomainCheck.nullable().catch(null).parse(check)
}

/**
 * The records that an owner publishes. A return path in the domain makes SPF align with the from-address; the include is for relays that
 * use the from-address itself as the envelope sender. Without either, DMARC passes by DKIM.
 */
export function listDnsRecords(row: DnsRow): DnsRecord[] {
  const { domain, dkimPublicKey } = row
  const { spfInclude, returnPathHost } = env.sendingDomains
  const check = parseDomainCheck(row.check)
  const toRecord = (
    kind: DnsRecord['kind'],
    fields: Pick<DnsRecord, 'name' | 'value'> & { type?: DnsRecord['type'] },
  ): DnsRecord => ({
    kind,
    isRequired: kind === 'dkim',
    type: 'TXT',
    host: fields.name === domain ? '@' : fields.name.slice(0, -domain.length - 1),
    check: check?.[kind] ?? null,
    ...fields,
  })
  return [
    toRecord('dkim', { name: dkimName(row), value: `v=DKIM1; k=rsa; p=${dkimPublicKey}` }),
    ...(returnPathHost === null
      ? []
      : [toRecord('returnPath', { type: 'CNAME', name: returnPathDomain(domain), value: returnPathHost })]),
    ...(spfInclude === null
      ? []
      : [toRecord('spf', { name: domain, value: suggestSpfRecord(check?.spf?.found[0] ?? null, spfInclude) })]),
    toRecord('dmarc', { name: `_dmarc.${domain}`, value: 'v=DMARC1; p=none' }),
  ]
}

export async function checkDnsRecords(row: DnsRow, lookups: DnsLookups): Promise<DomainCheck> {
  const { domain, dkimPublicKey } = row
  const { spfInclude, returnPathHost } = env.sendingDomains
  const [dkim, dmarc, returnPath, spf] = await Promise.all([
    checkDkimRecord(lookups, dkimName(row), dkimPublicKey),
    checkDmarcRecord(lookups, domain),
    returnPathHost === null ? null : checkReturnPathRecord(lookups, returnPathDomain(domain), returnPathHost),
    spfInclude === null ? null : checkSpfRecord(lookups, domain, spfInclude),
  ])
  return { dkim, dmarc, ...(returnPath ? { returnPath } : {}), ...(spf ? { spf } : {}) }
}

/**
 * A valid DKIM record puts a domain into use. One in use whose record is missing or wrong stays in use for the grace period, unless its
 * DMARC policy would make receivers reject its mails.
 */
export function toCheckResult(check: DomainCheck): CheckResult {
  if (check.dkim.status === 'ok') return 'passed'
  if (check.dkim.status === 'unreachable') return 'unreachable'
  return wouldFailEnforcedDmarc(check) ? 'rejected' : 'failed'
}

/** Without a valid signature, only an aligned return path passes. */
function wouldFailEnforcedDmarc({ dmarc, returnPath }: DomainCheck): boolean {
  return (dmarc.policy === 'quarantine' || dmarc.policy === 'reject') && returnPath?.status !== 'ok'
}
