import { handleProviderCallback } from '@/server/api/pages/account/provider-sign-in'
import { accountPageEndpoint } from '../../page-endpoint'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = accountPageEndpoint({ GET: handleProviderCallback })
