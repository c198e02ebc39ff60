import { endpoint } from '@/server/api/endpoint'
import { handleOwnData } from '@/server/api/own-data'

export const dynamic = 'force-dynamic'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  { GET: handleOwnData },
  { maxBytes: 0, reads: 'first' },
)
