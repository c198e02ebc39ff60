import { endpoint } from '@/server/api/endpoint'
import { MAX_FORM_BYTES } from '@/server/api/pages/account/account-form'
import { submitFinishSignUp, viewFinishSignUp } from '@/server/api/pages/account/finish-sign-up'
import { httpAnswer } from '../../to-http-response'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  {
    GET: async (request) => httpAnswer(await viewFinishSignUp(request), request),
    POST: async (request) => httpAnswer(await submitFinishSignUp(request), request),
  },
  { maxBytes: MAX_FORM_BYTES, reads: 'itself' },
)
