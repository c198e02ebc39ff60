import { endpoint, METHODS, refuseUnknownPath } from '@/server/api/endpoint'

export const dynamic = 'force-dynamic'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  Object.fromEntries(METHODS.map((method) => [method, refuseUnknownPath])),
  { maxBytes: 0, reads: 'itself' },
)
