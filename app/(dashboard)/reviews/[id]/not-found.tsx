import { NotFoundPage } from '@/components/shell/not-found-page'
import { findOtherOrganizationForRequest } from '@/server/api/pages/find-other-organization-for-request'

export default async function ReviewNotFound() {
  return <NotFoundPage kind="review" otherOrganization={await findOtherOrganizationForRequest()} />
}
