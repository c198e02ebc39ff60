import { endpoint, handleUnknownPath, METHODS } from '@/server/api/endpoint'

export const dynamic = 'force-dynamic'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  Object.fromEntries(METHODS.map((method) => [method, handleUnknownPath])),
  { maxBytes: 0, readsBody: 'itself' },
)
