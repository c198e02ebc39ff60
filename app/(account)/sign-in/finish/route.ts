import { submitFinishSignUp, viewFinishSignUp } from '@/server/api/pages/account/finish-sign-up'
import { pageEndpoint } from '../../to-http-response'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = pageEndpoint({
  GET: viewFinishSignUp,
  POST: submitFinishSignUp,
})
