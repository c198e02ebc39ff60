import { submitProvider } from '@/server/api/pages/account/provider-sign-in'
import { pageEndpoint } from '../../to-http-response'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = pageEndpoint({ POST: submitProvider })
