import { endpoint } from '@/server/api/endpoint'
import { submitForgotPassword, viewForgotPassword } from '@/server/api/pages/account/forgot-password'
import { MAX_FORM_BYTES } from '@/server/api/pages/account/form'
import { httpAnswer } from '../answer'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  {
    GET: async (request) => httpAnswer(await viewForgotPassword(request), request),
    POST: async (request) => httpAnswer(await submitForgotPassword(request), request),
  },
  { maxBytes: MAX_FORM_BYTES, reads: 'itself' },
)
