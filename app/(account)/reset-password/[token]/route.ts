import { resetPasswordPage } from '@/server/api/pages/account/link-pages'
import { pageEndpoint } from '../../to-http-response'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = pageEndpoint(resetPasswordPage)
