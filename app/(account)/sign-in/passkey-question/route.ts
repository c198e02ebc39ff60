import { unbufferedEndpoint } from '@/server/api/endpoint'
import { createPasskeySignInOptions } from '@/server/api/pages/account/passkey-sign-in'
import { toJsonResponse } from '../../create-account-page-handlers'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = unbufferedEndpoint({
  POST: async (request) => toJsonResponse(await createPasskeySignInOptions(request)),
})
