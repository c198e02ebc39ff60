import { MAX_FORM_BYTES } from '@/server/api/account-pages/form'
import { submitSignUp, viewSignUp } from '@/server/api/account-pages/sign-up'
import { endpoint } from '@/server/api/endpoint'
import { httpAnswer } from '../answer'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  {
    GET: async (request) => httpAnswer(await viewSignUp(request), request),
    POST: async (request) => httpAnswer(await submitSignUp(request), request),
  },
  { maxBytes: MAX_FORM_BYTES, reads: 'itself' },
)
