import { handleOrganizationExport } from '@/server/api/downloads/organization-export'
import { endpoint } from '@/server/api/endpoint'

export const dynamic = 'force-dynamic'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({ GET: handleOrganizationExport })
