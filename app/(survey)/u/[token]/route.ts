import { endpoint } from '@/server/api/endpoint'
import { MAX_SURVEY_FORM_BYTES, submitConsent, viewConsent } from '@/server/api/pages/survey-pages'
import { toHttpResponse } from '../../to-http-response'

type Context = { params: Promise<{ token: string }> }

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint<Context>(
  {
    GET: async (request, { params }) => toHttpResponse(await viewConsent((await params).token, request), request),
    POST: async (request, { params }) => toHttpResponse(await submitConsent((await params).token, request), request),
  },
  { maxBytes: MAX_SURVEY_FORM_BYTES, readsBody: 'itself' },
)
