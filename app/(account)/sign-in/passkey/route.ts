import { unbufferedEndpoint } from '@/server/api/endpoint'
import { submitPasskey } from '@/server/api/pages/account/passkey'
import { toJsonResponse } from '../../to-http-response'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = unbufferedEndpoint({
  POST: async (request) => toJsonResponse(await submitPasskey(request)),
})
