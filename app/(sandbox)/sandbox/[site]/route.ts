import { unbufferedEndpoint } from '@/server/api/endpoint'
import { submitSandboxAction, viewSandbox } from '@/server/api/pages/sandbox-page'
import { toSandboxResponse } from '../../to-sandbox-response'

type Context = { params: Promise<{ site: string }> }

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = unbufferedEndpoint<Context>({
  GET: async (request, { params }) => toSandboxResponse(await viewSandbox((await params).site, request)),
  POST: async (request, { params }) => toSandboxResponse(await submitSandboxAction((await params).site, request)),
})
