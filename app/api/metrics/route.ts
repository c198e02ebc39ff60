import { endpoint } from '@/server/api/endpoint'
import { handleMetrics } from '@/server/api/rest/metrics'

export const dynamic = 'force-dynamic'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({ GET: handleMetrics })
