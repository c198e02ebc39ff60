import { MAX_FORM_BYTES } from '@/server/api/account-pages/form'
import { viewReturn } from '@/server/api/account-pages/provider'
import { endpoint } from '@/server/api/endpoint'
import { httpAnswer } from '../../answer'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  {
    GET: async (request) => httpAnswer(await viewReturn(request), request),
  },
  { maxBytes: MAX_FORM_BYTES, reads: 'itself' },
)
