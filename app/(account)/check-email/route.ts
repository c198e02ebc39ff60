import { submitCheckEmail, viewCheckEmail } from '@/server/api/pages/account/check-email'
import { pageEndpoint } from '../to-http-response'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = pageEndpoint({
  GET: viewCheckEmail,
  POST: submitCheckEmail,
})
