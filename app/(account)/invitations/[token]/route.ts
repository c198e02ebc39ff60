import { submitInvitation, viewInvitation } from '@/server/api/pages/account/invitation'
import { createAccountPageHandlers } from '../../create-account-page-handlers'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = createAccountPageHandlers({
  GET: viewInvitation,
  POST: submitInvitation,
})
