import { endpoint } from '@/server/api/endpoint'
import { MAX_ACCOUNT_FORM_BYTES } from '@/server/api/pages/account/account-form'
import { submitSignUp, viewSignUp } from '@/server/api/pages/account/sign-up'
import { toHttpResponse } from '../to-http-response'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  {
    GET: async (request) => toHttpResponse(await viewSignUp(request), request),
    POST: async (request) => toHttpResponse(await submitSignUp(request), request),
  },
  { maxBytes: MAX_ACCOUNT_FORM_BYTES, readsBody: 'itself' },
)
