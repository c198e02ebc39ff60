import { handleAuditLogExport } from '@/server/api/downloads/audit-log-export'
import { endpoint } from '@/server/api/endpoint'

export const dynamic = 'force-dynamic'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({ GET: handleAuditLogExport })
