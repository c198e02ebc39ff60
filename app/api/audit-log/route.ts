import { handleAuditLogFile } from '@/server/api/downloads/audit-log-export'
import { endpoint } from '@/server/api/endpoint'

export const dynamic = 'force-dynamic'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  { GET: handleAuditLogFile },
  { maxBytes: 0, reads: 'first' },
)
