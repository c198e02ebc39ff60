import { endpoint } from '@/server/api/endpoint'
import { handleServiceDescription } from '@/server/api/rest/service-description'

export const dynamic = 'force-dynamic'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({ GET: handleServiceDescription })
