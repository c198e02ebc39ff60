import type { DnsLookups } from '../../domain-checks/dns-lookups'
import type { RecordCheck } from '../schema'
import { parseTags, toRecordCheck } from './record-check'

/** RFC 6376, 3.6.1. Followed through a CNAME by the resolver. */
export async function checkDkimRecord(lookups: DnsLookups, name: string, publicKey: string): Promise<RecordCheck> {
  const answer = await lookups.txt(name)
  if (answer.state === 'unreachable') return toRecordCheck('unreachable')
  if (answer.state === 'none') return toRecordCheck('missing')
  const { records } = answer
  if (records.length > 1) return toRecordCheck('duplicate', records)
  return toRecordCheck(records.some((record) => verifiesWith(record, publicKey)) ? 'ok' : 'wrong', records)
}

function verifiesWith(record: string, publicKey: string): boolean {
  const tags = parseTags(record)
  const allows = (tag: string, value: string, fallback: string) =>
    (tags.get(tag) ?? fallback).toLowerCase().split(':').includes(value)
  return (
    tags.get('p') === publicKey &&
    (tags.get('v') ?? 'DKIM1') === 'DKIM1' &&
    allows('k', 'rsa', 'rsa') &&
    allows('h', 'sha256', 'sha256') &&
    (allows('s', '*', '*') || allows('s', 'email', '*'))
  )
}
