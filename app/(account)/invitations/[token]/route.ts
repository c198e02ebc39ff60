import { endpoint } from '@/server/api/endpoint'
import { MAX_ACCOUNT_FORM_BYTES } from '@/server/api/pages/account/account-form'
import { submitInvitation, viewInvitation } from '@/server/api/pages/account/invitation'
import { toHttpResponse } from '../../to-http-response'

type Context = { params: Promise<{ token: string }> }

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint<Context>(
  {
    GET: async (request, { params }) => toHttpResponse(await viewInvitation((await params).token, request), request),
    POST: async (request, { params }) => toHttpResponse(await submitInvitation((await params).token, request), request),
  },
  { maxBytes: MAX_ACCOUNT_FORM_BYTES, readsBody: 'itself' },
)
