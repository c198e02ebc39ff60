import { unbufferedEndpoint } from '@/server/api/endpoint'
import { handleGetFeedReview } from '@/server/api/pages/sandbox-feed'

type Context = { params: Promise<{ site: string; id: string }> }

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = unbufferedEndpoint<Context>({
  GET: (request, { params }) => params.then(({ site, id }) => handleGetFeedReview(site, id, request)),
})
