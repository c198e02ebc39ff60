import { endpoint } from '@/server/api/endpoint'
import { MAX_FORM_BYTES } from '@/server/api/pages/account/account-form'
import { submitSecondStep, viewSecondStep } from '@/server/api/pages/account/two-factor'
import { httpAnswer } from '../../to-http-response'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  {
    GET: async (request) => httpAnswer(await viewSecondStep(request), request),
    POST: async (request) => httpAnswer(await submitSecondStep(request), request),
  },
  { maxBytes: MAX_FORM_BYTES, reads: 'itself' },
)
