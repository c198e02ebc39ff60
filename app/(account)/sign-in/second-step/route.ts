import { submitTwoFactor, viewTwoFactor } from '@/server/api/pages/account/two-factor'
import { createAccountPageHandlers } from '../../create-account-page-handlers'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = createAccountPageHandlers({
  GET: viewTwoFactor,
  POST: submitTwoFactor,
})
