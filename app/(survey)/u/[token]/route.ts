import { endpoint } from '@/server/api/endpoint'
import { changeConsentOf, MAX_FORM_BYTES, viewConsent } from '@/server/api/public'
import { httpAnswer } from '../../answer'

type Context = { params: Promise<{ token: string }> }

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint<Context>(
  {
    GET: async (request, { params }) => httpAnswer(await viewConsent((await params).token, request), request),
    POST: async (request, { params }) => httpAnswer(await changeConsentOf((await params).token, request), request),
  },
  { maxBytes: MAX_FORM_BYTES, reads: 'itself' },
)
