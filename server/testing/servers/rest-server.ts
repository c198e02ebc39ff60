import { handleOpenApi } from '../../api/rest/openapi/openapi'
import { handleRest } from '../../api/rest/rest'
import { type LoopbackServer, type RequestListenerFactory, serveOnLoopback } from './loopback-server'

/** The API is under `/api/v1`. */
export type RestServer = LoopbackServer

export function startRestServer(front?: RequestListenerFactory): Promise<RestServer> {
  return serveOnLoopback((request) => {
    const isDocument = new URL(request.url).pathname === '/api/v1/openapi.json' && request.method === 'GET'
    return isDocument ? handleOpenApi() : handleRest(request)
  }, front)
}
