import { unbufferedEndpoint } from '@/server/api/endpoint'
import { handleSessionRpc } from '@/server/api/session/session-rpc'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = unbufferedEndpoint({
  GET: handleSessionRpc,
  POST: handleSessionRpc,
})
