import { endpoint } from '@/server/api/endpoint'
import { answerSurvey, MAX_FORM_BYTES, viewSurvey } from '@/server/api/pages/survey-pages'
import { httpAnswer } from '../../to-http-response'

type Context = { params: Promise<{ token: string }> }

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint<Context>(
  {
    GET: async (request, { params }) => httpAnswer(await viewSurvey((await params).token, request), request),
    POST: async (request, { params }) => httpAnswer(await answerSurvey((await params).token, request), request),
  },
  { maxBytes: MAX_FORM_BYTES, reads: 'itself' },
)
