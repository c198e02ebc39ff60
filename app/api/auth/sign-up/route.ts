import { endpoint } from '@/server/api/endpoint'
import { handleSignUp } from '@/server/api/session/sign-up'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  { POST: handleSignUp },
  { maxBytes: 16 * 1024 },
)
