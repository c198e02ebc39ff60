import { endpoint } from '@/server/api/endpoint'
import { handleGoogleReturn } from '@/server/api/session/google-oauth-return'

export const dynamic = 'force-dynamic'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: (request) => handleGoogleReturn(request),
})
