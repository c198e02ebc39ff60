import { endpoint } from '@/server/api/endpoint'
import { MAX_PASSKEY_BYTES, submitPasskey } from '@/server/api/pages/account/passkey'
import { toJsonResponse } from '../../to-http-response'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  { POST: async (request) => toJsonResponse(await submitPasskey(request)) },
  { maxBytes: MAX_PASSKEY_BYTES, readsBody: 'itself' },
)
