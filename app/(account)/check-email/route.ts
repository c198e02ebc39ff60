import { endpoint } from '@/server/api/endpoint'
import { MAX_FORM_BYTES } from '@/server/api/pages/account/account-form'
import { submitCheckEmail, viewCheckEmail } from '@/server/api/pages/account/check-email'
import { httpAnswer } from '../to-http-response'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  {
    GET: async (request) => httpAnswer(await viewCheckEmail(request), request),
    POST: async (request) => httpAnswer(await submitCheckEmail(request), request),
  },
  { maxBytes: MAX_FORM_BYTES, reads: 'itself' },
)
