import { endpoint } from '@/server/api/endpoint'
import { MAX_FORM_BYTES } from '@/server/api/pages/account/account-form'
import { submitInvitation, viewInvitation } from '@/server/api/pages/account/invitation'
import { httpAnswer } from '../../to-http-response'

type Context = { params: Promise<{ token: string }> }

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint<Context>(
  {
    GET: async (request, { params }) => httpAnswer(await viewInvitation((await params).token, request), request),
    POST: async (request, { params }) => httpAnswer(await submitInvitation((await params).token, request), request),
  },
  { maxBytes: MAX_FORM_BYTES, reads: 'itself' },
)
