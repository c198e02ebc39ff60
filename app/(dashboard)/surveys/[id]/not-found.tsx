import { NotFoundPage } from '@/components/shell/not-found-page'
import { findOtherOrganizationForRequest } from '@/server/api/pages/find-other-organization-for-request'

export default async function SurveyNotFound() {
  return <NotFoundPage kind="survey" otherOrganization={await findOtherOrganizationForRequest()} />
}
