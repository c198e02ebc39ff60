import { NotFoundSection } from '@/components/shell/not-found-page'
import { findOtherOrganizationForRequest } from '@/server/api/pages/find-other-organization-for-request'

export default async function ApiKeyNotFound() {
  return <NotFoundSection kind="apiKey" otherOrganization={await findOtherOrganizationForRequest()} />
}
