import { endpoint } from '@/server/api/endpoint'
import { submitCheckEmail, viewCheckEmail } from '@/server/api/pages/account/check-email'
import { MAX_FORM_BYTES } from '@/server/api/pages/account/form'
import { httpAnswer } from '../answer'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  {
    GET: async (request) => httpAnswer(await viewCheckEmail(request), request),
    POST: async (request) => httpAnswer(await submitCheckEmail(request), request),
  },
  { maxBytes: MAX_FORM_BYTES, reads: 'itself' },
)
