import { endpoint } from '@/server/api/endpoint'
import { handleCertificateQuestion } from '@/server/api/rest/link-domains'

export const dynamic = 'force-dynamic'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({ GET: handleCertificateQuestion })
