import { submitVerificationResend, viewCheckEmail } from '@/server/api/pages/account/check-email'
import { createAccountPageHandlers } from '../create-account-page-handlers'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = createAccountPageHandlers({
  GET: viewCheckEmail,
  POST: submitVerificationResend,
})
