import { endpoint } from '@/server/api/endpoint'
import { handleSurveyShortLink } from '@/server/api/pages/survey-short-link'

type Context = { params: Promise<{ code: string }> }

export const dynamic = 'force-dynamic'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint<Context>({
  GET: async (_, { params }) => handleSurveyShortLink((await params).code),
})
