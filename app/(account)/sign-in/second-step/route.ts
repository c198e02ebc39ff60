import { submitTwoFactor, viewTwoFactor } from '@/server/api/pages/account/two-factor'
import { accountPageEndpoint } from '../../page-endpoint'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = accountPageEndpoint({
  GET: viewTwoFactor,
  POST: submitTwoFactor,
})
