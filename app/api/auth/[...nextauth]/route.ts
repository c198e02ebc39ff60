import { endpoint } from '@/server/api/endpoint'
import { handleNextAuth } from '@/server/api/session/next-auth'

const MAX_BYTES = 16 * 1024

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  { GET: handleNextAuth, POST: handleNextAuth },
  { maxBytes: MAX_BYTES, readsBody: 'first' },
)
