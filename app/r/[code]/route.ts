import { endpoint } from '@/server/api/endpoint'
import { handleAlertShortLink } from '@/server/api/pages/alert-short-link'

type Context = { params: Promise<{ code: string }> }

export const dynamic = 'force-dynamic'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint<Context>({
  GET: async (_, { params }) => handleAlertShortLink((await params).code),
})
