import { replyToPageHandlers } from '@/server/api/pages/account/emailed-link-pages'
import { createAccountPageHandlers } from '../../create-account-page-handlers'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = createAccountPageHandlers(replyToPageHandlers)
