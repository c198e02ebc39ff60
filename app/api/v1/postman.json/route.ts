import { endpoint } from '@/server/api/endpoint'
import { handlePostmanCollection } from '@/server/api/rest/openapi/openapi'

export const dynamic = 'force-dynamic'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({ GET: handlePostmanCollection })
