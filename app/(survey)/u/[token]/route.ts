import { unbufferedEndpoint } from '@/server/api/endpoint'
import { submitConsent, viewConsent } from '@/server/api/pages/survey-pages'
import { toHttpResponse } from '../../to-http-response'

type Context = { params: Promise<{ token: string }> }

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = unbufferedEndpoint<Context>({
  GET: async (request, { params }) => toHttpResponse(await viewConsent((await params).token, request), request),
  POST: async (request, { params }) => toHttpResponse(await submitConsent((await params).token, request), request),
})
