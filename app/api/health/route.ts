import { endpoint } from '@/server/api/endpoint'
import { handleHealth } from '@/server/api/rest/health'

export const dynamic = 'force-dynamic'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  { GET: handleHealth },
  { servesLinkDomains: true },
)
