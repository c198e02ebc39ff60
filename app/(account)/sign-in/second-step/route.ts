import { MAX_FORM_BYTES } from '@/server/api/account-pages/form'
import { submitSecondStep, viewSecondStep } from '@/server/api/account-pages/second-step'
import { endpoint } from '@/server/api/endpoint'
import { httpAnswer } from '../../answer'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  {
    GET: async (request) => httpAnswer(await viewSecondStep(request), request),
    POST: async (request) => httpAnswer(await submitSecondStep(request), request),
  },
  { maxBytes: MAX_FORM_BYTES, reads: 'itself' },
)
