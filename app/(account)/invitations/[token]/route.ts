import { submitInvitation, viewInvitation } from '@/server/api/pages/account/invitation'
import { accountPageEndpoint } from '../../page-endpoint'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = accountPageEndpoint({
  GET: viewInvitation,
  POST: submitInvitation,
})
