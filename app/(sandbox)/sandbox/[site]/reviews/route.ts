import { unbufferedEndpoint } from '@/server/api/endpoint'
import { handleListFeedReviews } from '@/server/api/pages/sandbox-feed'

type Context = { params: Promise<{ site: string }> }

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = unbufferedEndpoint<Context>({
  GET: async (request, { params }) => handleListFeedReviews((await params).site, request),
})
