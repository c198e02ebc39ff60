import { submitSignUp, viewSignUp } from '@/server/api/pages/account/sign-up'
import { pageEndpoint } from '../to-http-response'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = pageEndpoint({
  GET: viewSignUp,
  POST: submitSignUp,
})
