import { endpoint } from '@/server/api/endpoint'
import { handleNextAuth } from '@/server/api/session/next-auth'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  { GET: handleNextAuth, POST: handleNextAuth },
  { maxBytes: 16 * 1024 },
)
