import { unbufferedEndpoint } from '@/server/api/endpoint'
import { unlockSharedResults } from '@/server/api/pages/shared-results-page'

export const dynamic = 'force-dynamic'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = unbufferedEndpoint({ POST: unlockSharedResults })
