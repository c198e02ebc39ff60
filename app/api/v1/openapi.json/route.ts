import { handleOpenApi } from '@/server/api/openapi'

export const dynamic = 'force-dynamic'

export { handleOpenApi as GET }
