import { resetPasswordPageHandlers } from '@/server/api/pages/account/emailed-link-pages'
import { accountPageEndpoint } from '../../page-endpoint'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = accountPageEndpoint(resetPasswordPageHandlers)
