import { submitSignIn, viewSignIn } from '@/server/api/pages/account/sign-in'
import { accountPageEndpoint } from '../page-endpoint'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = accountPageEndpoint({
  GET: viewSignIn,
  POST: submitSignIn,
})
