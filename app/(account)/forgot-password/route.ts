import { submitForgotPassword, viewForgotPassword } from '@/server/api/pages/account/forgot-password'
import { createAccountPageHandlers } from '../create-account-page-handlers'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = createAccountPageHandlers({
  GET: viewForgotPassword,
  POST: submitForgotPassword,
})
