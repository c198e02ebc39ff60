import { submitForgotPassword, viewForgotPassword } from '@/server/api/account-pages/forgot-password'
import { MAX_FORM_BYTES } from '@/server/api/account-pages/form'
import { endpoint } from '@/server/api/endpoint'
import { httpAnswer } from '../answer'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  {
    GET: async (request) => httpAnswer(await viewForgotPassword(request), request),
    POST: async (request) => httpAnswer(await submitForgotPassword(request), request),
  },
  { maxBytes: MAX_FORM_BYTES, reads: 'itself' },
)
