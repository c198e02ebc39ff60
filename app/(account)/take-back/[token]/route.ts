import { endpoint } from '@/server/api/endpoint'
import { MAX_FORM_BYTES } from '@/server/api/pages/account/account-form'
import { submitTakeBack, viewTakeBack } from '@/server/api/pages/account/undo-credential-change'
import { httpAnswer } from '../../to-http-response'

type Context = { params: Promise<{ token: string }> }

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint<Context>(
  {
    GET: async (request, { params }) => httpAnswer(await viewTakeBack((await params).token, request), request),
    POST: async (request, { params }) => httpAnswer(await submitTakeBack((await params).token, request), request),
  },
  { maxBytes: MAX_FORM_BYTES, reads: 'itself' },
)
