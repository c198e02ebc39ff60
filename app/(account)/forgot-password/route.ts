import { endpoint } from '@/server/api/endpoint'
import { MAX_FORM_BYTES } from '@/server/api/pages/account/account-form'
import { submitForgotPassword, viewForgotPassword } from '@/server/api/pages/account/forgot-password'
import { httpAnswer } from '../to-http-response'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  {
    GET: async (request) => httpAnswer(await viewForgotPassword(request), request),
    POST: async (request) => httpAnswer(await submitForgotPassword(request), request),
  },
  { maxBytes: MAX_FORM_BYTES, reads: 'itself' },
)
