import { endpoint } from '@/server/api/endpoint'
import { MAX_FORM_BYTES } from '@/server/api/pages/account/account-form'
import { viewReturn } from '@/server/api/pages/account/provider-sign-in'
import { httpAnswer } from '../../to-http-response'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  {
    GET: async (request) => httpAnswer(await viewReturn(request), request),
  },
  { maxBytes: MAX_FORM_BYTES, reads: 'itself' },
)
