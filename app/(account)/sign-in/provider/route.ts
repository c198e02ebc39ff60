import { submitProviderSignIn } from '@/server/api/pages/account/provider-sign-in'
import { createAccountPageHandlers } from '../../create-account-page-handlers'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = createAccountPageHandlers({
  POST: submitProviderSignIn,
})
