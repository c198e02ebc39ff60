import { handleHealth } from '@/server/api/health'

export const dynamic = 'force-dynamic'

export { handleHealth as GET }
