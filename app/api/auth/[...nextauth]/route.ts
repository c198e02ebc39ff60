import { endpoint } from '@/server/api/endpoint'
import { handleAuth } from '@/server/api/session/next-auth'

const MAX_BYTES = 16 * 1024

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  { GET: handleAuth, POST: handleAuth },
  { maxBytes: MAX_BYTES, reads: 'first' },
)
