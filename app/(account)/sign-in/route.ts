import { endpoint } from '@/server/api/endpoint'
import { MAX_FORM_BYTES } from '@/server/api/pages/account/account-form'
import { submitSignIn, viewSignIn } from '@/server/api/pages/account/sign-in'
import { httpAnswer } from '../to-http-response'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  {
    GET: async (request) => httpAnswer(await viewSignIn(request), request),
    POST: async (request) => httpAnswer(await submitSignIn(request), request),
  },
  { maxBytes: MAX_FORM_BYTES, reads: 'itself' },
)
