import { endpoint } from '@/server/api/endpoint'
import { MAX_ACCOUNT_FORM_BYTES } from '@/server/api/pages/account/account-form'
import { submitCheckEmail, viewCheckEmail } from '@/server/api/pages/account/check-email'
import { toHttpResponse } from '../to-http-response'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  {
    GET: async (request) => toHttpResponse(await viewCheckEmail(request), request),
    POST: async (request) => toHttpResponse(await submitCheckEmail(request), request),
  },
  { maxBytes: MAX_ACCOUNT_FORM_BYTES, readsBody: 'itself' },
)
