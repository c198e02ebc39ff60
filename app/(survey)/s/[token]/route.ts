import { unbufferedEndpoint } from '@/server/api/endpoint'
import { submitSurvey, viewSurvey } from '@/server/api/pages/survey-pages'
import { toPublicPageResponse } from '../../to-public-page-response'

type Context = { params: Promise<{ token: string }> }

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = unbufferedEndpoint<Context>({
  GET: async (request, { params }) => toPublicPageResponse(await viewSurvey((await params).token, request), request),
  POST: async (request, { params }) => toPublicPageResponse(await submitSurvey((await params).token, request), request),
})
