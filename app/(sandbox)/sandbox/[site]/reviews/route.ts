import { unbufferedEndpoint } from '@/server/api/endpoint'
import { listFeedReviews } from '@/server/api/pages/sandbox-feed'

type Context = { params: Promise<{ site: string }> }

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = unbufferedEndpoint<Context>({
  GET: async (request, { params }) => listFeedReviews((await params).site, request),
})
