import { submitForgotPassword, viewForgotPassword } from '@/server/api/pages/account/forgot-password'
import { pageEndpoint } from '../to-http-response'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = pageEndpoint({
  GET: viewForgotPassword,
  POST: submitForgotPassword,
})
