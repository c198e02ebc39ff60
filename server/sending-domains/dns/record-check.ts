import { toDisplayRecords } from '../../domain-checks/display-records'
import type { RecordCheck } from '../schema'

export function toRecordCheck(
  status: RecordCheck['status'],
  found: readonly string[] = [],
  details: Partial<Pick<RecordCheck, 'at' | 'policy' | 'lookups'>> = {},
): RecordCheck {
  return {
    status,
    found: toDisplayRecords(found),
    at: null,
    policy: null,
    lookups: null,
    ...details,
  }
}

/** The tags of a DKIM or DMARC record (RFC 6376, 3.2), without white space. The first one counts if a tag is repeated. */
export function parseTags(record: string): Map<string, string> {
  const tags = new Map<string, string>()
  for (const part of record.split(';')) {
    const at = part.indexOf('=')
    const name = part.slice(0, at).trim().toLowerCase()
    if (at > 0 && !tags.has(name)) tags.set(name, part.slice(at + 1).replace(/\s+/g, ''))
  }
  return tags
}
