import { handleRefusedRowsDownload } from '@/server/api/downloads/refused-rows'
import { endpoint } from '@/server/api/endpoint'

export const dynamic = 'force-dynamic'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({ GET: handleRefusedRowsDownload })
