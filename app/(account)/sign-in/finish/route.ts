import { submitFinishSignUp, viewFinishSignUp } from '@/server/api/pages/account/finish-sign-up'
import { accountPageEndpoint } from '../../page-endpoint'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = accountPageEndpoint({
  GET: viewFinishSignUp,
  POST: submitFinishSignUp,
})
