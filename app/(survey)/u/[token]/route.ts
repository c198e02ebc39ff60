import { unbufferedEndpoint } from '@/server/api/endpoint'
import { submitEmailConsent, viewEmailConsent } from '@/server/api/pages/email-consent-pages'
import { toPublicPageResponse } from '../../to-public-page-response'

type Context = { params: Promise<{ token: string }> }

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = unbufferedEndpoint<Context>(
  {
    GET: async (request, { params }) =>
      toPublicPageResponse(await viewEmailConsent((await params).token, request), request),
    POST: async (request, { params }) =>
      toPublicPageResponse(await submitEmailConsent((await params).token, request), request),
  },
  { servesLinkDomains: true },
)
