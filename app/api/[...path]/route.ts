import { handleUnknownPath, METHODS, unbufferedEndpoint } from '@/server/api/endpoint'

export const dynamic = 'force-dynamic'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = unbufferedEndpoint(
  Object.fromEntries(METHODS.map((method) => [method, handleUnknownPath])),
)
