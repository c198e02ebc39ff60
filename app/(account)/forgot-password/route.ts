import { endpoint } from '@/server/api/endpoint'
import { MAX_ACCOUNT_FORM_BYTES } from '@/server/api/pages/account/account-form'
import { submitForgotPassword, viewForgotPassword } from '@/server/api/pages/account/forgot-password'
import { toHttpResponse } from '../to-http-response'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  {
    GET: async (request) => toHttpResponse(await viewForgotPassword(request), request),
    POST: async (request) => toHttpResponse(await submitForgotPassword(request), request),
  },
  { maxBytes: MAX_ACCOUNT_FORM_BYTES, readsBody: 'itself' },
)
