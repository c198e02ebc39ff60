import { endpoint } from '@/server/api/endpoint'
import { handleShortLink } from '@/server/api/pages/short-link'

type Context = { params: Promise<{ code: string }> }

export const dynamic = 'force-dynamic'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint<Context>({
  GET: async (_, { params }) => handleShortLink((await params).code),
})
