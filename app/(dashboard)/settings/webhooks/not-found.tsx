import { NotFoundSection } from '@/components/shell/not-found-page'
import { findOtherOrganizationForRequest } from '@/server/api/pages/find-other-organization-for-request'

export default async function WebhookNotFound() {
  return <NotFoundSection kind="webhook" otherOrganization={await findOtherOrganizationForRequest()} />
}
