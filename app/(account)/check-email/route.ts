import { submitVerificationResend, viewCheckEmail } from '@/server/api/pages/account/check-email'
import { accountPageEndpoint } from '../page-endpoint'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = accountPageEndpoint({
  GET: viewCheckEmail,
  POST: submitVerificationResend,
})
