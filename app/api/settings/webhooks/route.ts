import { endpoint } from '@/server/api/endpoint'
import { handleListWebhooks } from '@/server/api/session/list-webhooks'

export const dynamic = 'force-dynamic'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({ GET: handleListWebhooks })
