import { endpoint } from '@/server/api/endpoint'
import { handleListWebhooksWithSecrets } from '@/server/api/session/list-webhooks-with-secrets'

export const dynamic = 'force-dynamic'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({ GET: handleListWebhooksWithSecrets })
