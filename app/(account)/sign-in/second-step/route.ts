import { submitTwoFactor, viewTwoFactor } from '@/server/api/pages/account/two-factor'
import { pageEndpoint } from '../../to-http-response'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = pageEndpoint({
  GET: viewTwoFactor,
  POST: submitTwoFactor,
})
