import { unbufferedEndpoint } from '@/server/api/endpoint'
import { submitSurvey, viewSurvey } from '@/server/api/pages/survey-pages'
import { isTestSurveyToken, submitTestSurvey, viewTestSurvey } from '@/server/api/pages/test-survey-pages'
import { toPublicPageResponse } from '../../to-public-page-response'

type Context = { params: Promise<{ token: string }> }

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = unbufferedEndpoint<Context>(
  {
    GET: async (request, { params }) => {
      const { token } = await params
      const view = isTestSurveyToken(token) ? viewTestSurvey : viewSurvey
      return toPublicPageResponse(await view(token, request), request)
    },
    POST: async (request, { params }) => {
      const { token } = await params
      const submit = isTestSurveyToken(token) ? submitTestSurvey : submitSurvey
      return toPublicPageResponse(await submit(token, request), request)
    },
  },
  { servesLinkDomains: true },
)
