import { handleOwnAccountDataExport } from '@/server/api/downloads/own-account-data-export'
import { endpoint } from '@/server/api/endpoint'

export const dynamic = 'force-dynamic'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({ GET: handleOwnAccountDataExport })
