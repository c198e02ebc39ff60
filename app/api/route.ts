import { handleServiceDescription } from '@/server/api/service-description'

export const dynamic = 'force-dynamic'

export { handleServiceDescription as GET }
