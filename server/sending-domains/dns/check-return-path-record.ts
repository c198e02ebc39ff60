import type { DnsLookups } from '../../domain-checks/dns-lookups'
import type { RecordCheck } from '../schema'
import { toRecordCheck } from './record-check'

export async function checkReturnPathRecord(lookups: DnsLookups, name: string, target: string): Promise<RecordCheck> {
  const answer = await lookups.cname(name)
  if (answer.state === 'unreachable') return toRecordCheck('unreachable')
  if (answer.state === 'none') return toRecordCheck('missing')
  const isTarget = answer.records.some((record) => record.toLowerCase().replace(/\.$/, '') === target)
  return toRecordCheck(isTarget ? 'ok' : 'wrong', answer.records)
}
