import NextAuth from 'next-auth'
import { endpoint } from '@/server/api/endpoint'
import { authOptions } from '@/server/auth/auth-options'

const handler: (request: Request, context: unknown) => Promise<Response> = NextAuth(authOptions)

/** An email address and a password. */
const MAX_BYTES = 16 * 1024

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  { GET: handler, POST: handler },
  { maxBytes: MAX_BYTES, reads: 'first' },
)
