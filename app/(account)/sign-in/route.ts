import { submitSignIn, viewSignIn } from '@/server/api/pages/account/sign-in'
import { createAccountPageHandlers } from '../create-account-page-handlers'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = createAccountPageHandlers({
  GET: viewSignIn,
  POST: submitSignIn,
})
