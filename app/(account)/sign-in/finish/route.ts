import { submitFinishSignUp, viewFinishSignUp } from '@/server/api/pages/account/finish-sign-up'
import { createAccountPageHandlers } from '../../create-account-page-handlers'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = createAccountPageHandlers({
  GET: viewFinishSignUp,
  POST: submitFinishSignUp,
})
