import { endpoint } from '@/server/api/endpoint'
import { MAX_ACCOUNT_FORM_BYTES } from '@/server/api/pages/account/account-form'
import { submitResetPassword, viewResetPassword } from '@/server/api/pages/account/reset-password'
import { toHttpResponse } from '../../to-http-response'

type Context = { params: Promise<{ token: string }> }

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint<Context>(
  {
    GET: async (request, { params }) => toHttpResponse(await viewResetPassword((await params).token, request), request),
    POST: async (request, { params }) =>
      toHttpResponse(await submitResetPassword((await params).token, request), request),
  },
  { maxBytes: MAX_ACCOUNT_FORM_BYTES, readsBody: 'itself' },
)
