import { submitSignUp, viewSignUp } from '@/server/api/pages/account/sign-up'
import { accountPageEndpoint } from '../page-endpoint'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = accountPageEndpoint({
  GET: viewSignUp,
  POST: submitSignUp,
})
