import { endpoint } from '@/server/api/endpoint'
import { handleVerifyEmail } from '@/server/api/session/verify-email'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  { POST: handleVerifyEmail },
  { maxBytes: 16 * 1024 },
)
