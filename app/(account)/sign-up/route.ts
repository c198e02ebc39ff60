import { submitSignUp, viewSignUp } from '@/server/api/pages/account/sign-up'
import { createAccountPageHandlers } from '../create-account-page-handlers'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = createAccountPageHandlers({
  GET: viewSignUp,
  POST: submitSignUp,
})
