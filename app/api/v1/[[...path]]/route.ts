import { endpoint, METHODS } from '@/server/api/endpoint'
import { MAX_BODY_BYTES } from '@/server/api/request-body'
import { handleRest } from '@/server/api/rest/rest'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  Object.fromEntries(METHODS.map((method) => [method, handleRest])),
  { maxBytes: MAX_BODY_BYTES, readsBody: 'itself' },
)
