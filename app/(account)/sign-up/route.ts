import { endpoint } from '@/server/api/endpoint'
import { MAX_FORM_BYTES } from '@/server/api/pages/account/account-form'
import { submitSignUp, viewSignUp } from '@/server/api/pages/account/sign-up'
import { httpAnswer } from '../to-http-response'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  {
    GET: async (request) => httpAnswer(await viewSignUp(request), request),
    POST: async (request) => httpAnswer(await submitSignUp(request), request),
  },
  { maxBytes: MAX_FORM_BYTES, reads: 'itself' },
)
