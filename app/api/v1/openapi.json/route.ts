import { endpoint } from '@/server/api/endpoint'
import { handleOpenApi } from '@/server/api/rest/openapi/openapi'

export const dynamic = 'force-dynamic'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({ GET: handleOpenApi })
