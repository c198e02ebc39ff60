import { endpoint } from '@/server/api/endpoint'
import { MAX_BODY_BYTES } from '@/server/api/request-body'
import { handleSessionRpc } from '@/server/api/session/session-rpc'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  { GET: handleSessionRpc, POST: handleSessionRpc },
  { maxBytes: MAX_BODY_BYTES, readsBody: 'itself' },
)
