import { unbufferedEndpoint } from '@/server/api/endpoint'
import { submitSandboxAction, viewSandbox } from '@/server/api/pages/sandbox-review-site-page'
import { toSandboxPageResponse } from '../../to-sandbox-page-response'

type Context = { params: Promise<{ site: string }> }

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = unbufferedEndpoint<Context>({
  GET: async (request, { params }) => toSandboxPageResponse(await viewSandbox((await params).site, request)),
  POST: async (request, { params }) => toSandboxPageResponse(await submitSandboxAction((await params).site, request)),
})
