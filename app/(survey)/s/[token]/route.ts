import { unbufferedEndpoint } from '@/server/api/endpoint'
import { submitSurvey, viewSurvey } from '@/server/api/pages/survey-pages'
import { toSurveyResponse } from '../../to-survey-response'

type Context = { params: Promise<{ token: string }> }

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = unbufferedEndpoint<Context>({
  GET: async (request, { params }) => toSurveyResponse(await viewSurvey((await params).token, request), request),
  POST: async (request, { params }) => toSurveyResponse(await submitSurvey((await params).token, request), request),
})
