import { submitForgotPassword, viewForgotPassword } from '@/server/api/pages/account/forgot-password'
import { accountPageEndpoint } from '../page-endpoint'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = accountPageEndpoint({
  GET: viewForgotPassword,
  POST: submitForgotPassword,
})
