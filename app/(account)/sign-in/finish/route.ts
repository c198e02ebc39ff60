import { endpoint } from '@/server/api/endpoint'
import { MAX_ACCOUNT_FORM_BYTES } from '@/server/api/pages/account/account-form'
import { submitFinishSignUp, viewFinishSignUp } from '@/server/api/pages/account/finish-sign-up'
import { toHttpResponse } from '../../to-http-response'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  {
    GET: async (request) => toHttpResponse(await viewFinishSignUp(request), request),
    POST: async (request) => toHttpResponse(await submitFinishSignUp(request), request),
  },
  { maxBytes: MAX_ACCOUNT_FORM_BYTES, readsBody: 'itself' },
)
