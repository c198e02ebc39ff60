import { submitSignIn, viewSignIn } from '@/server/api/pages/account/sign-in'
import { pageEndpoint } from '../to-http-response'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = pageEndpoint({
  GET: viewSignIn,
  POST: submitSignIn,
})
