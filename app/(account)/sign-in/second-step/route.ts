import { endpoint } from '@/server/api/endpoint'
import { MAX_ACCOUNT_FORM_BYTES } from '@/server/api/pages/account/account-form'
import { submitTwoFactor, viewTwoFactor } from '@/server/api/pages/account/two-factor'
import { toHttpResponse } from '../../to-http-response'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  {
    GET: async (request) => toHttpResponse(await viewTwoFactor(request), request),
    POST: async (request) => toHttpResponse(await submitTwoFactor(request), request),
  },
  { maxBytes: MAX_ACCOUNT_FORM_BYTES, readsBody: 'itself' },
)
