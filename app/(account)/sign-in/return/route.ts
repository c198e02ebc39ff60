import { handleProviderCallback } from '@/server/api/pages/account/provider-sign-in'
import { createAccountPageHandlers } from '../../create-account-page-handlers'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = createAccountPageHandlers({
  GET: handleProviderCallback,
})
