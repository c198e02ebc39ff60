import { endpoint } from '@/server/api/endpoint'
import { MAX_FORM_BYTES } from '@/server/api/pages/account/account-form'
import { submitProvider } from '@/server/api/pages/account/provider-sign-in'
import { httpAnswer } from '../../to-http-response'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  {
    POST: async (request) => httpAnswer(await submitProvider(request), request),
  },
  { maxBytes: MAX_FORM_BYTES, reads: 'itself' },
)
