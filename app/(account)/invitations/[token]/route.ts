import { submitInvitation, viewInvitation } from '@/server/api/pages/account/invitation'
import { pageEndpoint } from '../../to-http-response'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = pageEndpoint({
  GET: viewInvitation,
  POST: submitInvitation,
})
