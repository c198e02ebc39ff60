import { endpoint } from '@/server/api/endpoint'
import { getPasskeyOptions, MAX_PASSKEY_BYTES } from '@/server/api/pages/account/passkey'
import { toJsonResponse } from '../../to-http-response'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  { POST: async (request) => toJsonResponse(await getPasskeyOptions(request)) },
  { maxBytes: MAX_PASSKEY_BYTES, readsBody: 'itself' },
)
