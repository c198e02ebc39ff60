import { unbufferedEndpoint } from '@/server/api/endpoint'
import { submitPreferenceLinkRequest, viewPreferenceLinkRequest } from '@/server/api/pages/preference-link-page'
import { toPublicPageResponse } from '../../to-public-page-response'

type Context = { params: Promise<{ id: string }> }

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = unbufferedEndpoint<Context>(
  {
    GET: async (request, { params }) =>
      toPublicPageResponse(await viewPreferenceLinkRequest((await params).id, request), request),
    POST: async (request, { params }) =>
      toPublicPageResponse(await submitPreferenceLinkRequest((await params).id, request), request),
  },
  { servesLinkDomains: true },
)
