import { unbufferedEndpoint } from '@/server/api/endpoint'
import { handleSurveyShortLink } from '@/server/api/pages/survey-short-link'
import { handleTriggerProbe, handleTriggerRequest } from '@/server/api/rest/trigger-requests'

type Context = { params: Promise<{ code: string }> }

export const dynamic = 'force-dynamic'

/** GET: the short link of a survey in a text message. POST: a trigger address, whose secret is longer than any code. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = unbufferedEndpoint<Context>(
  {
    GET: async (_, { params }) => handleSurveyShortLink((await params).code),
    HEAD: async (_, { params }) => {
      const { code } = await params
      return (await handleTriggerProbe(code)) ?? handleSurveyShortLink(code)
    },
    POST: async (request, { params }) => handleTriggerRequest(request, (await params).code),
  },
  { servesLinkDomains: true },
)
