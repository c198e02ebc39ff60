import { endpoint } from '@/server/api/endpoint'
import { askForPasskey, MAX_PASSKEY_BYTES } from '@/server/api/pages/account/passkey'
import { jsonAnswer } from '../../to-http-response'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  { POST: async (request) => jsonAnswer(await askForPasskey(request)) },
  { maxBytes: MAX_PASSKEY_BYTES, reads: 'itself' },
)
