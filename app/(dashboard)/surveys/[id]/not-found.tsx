import { NotFoundPage } from '@/components/shell/not-found-page'
import { findPageInOtherOrganization } from '@/server/api/pages/other-organization'

export default async function SurveyNotFound() {
  return <NotFoundPage kind="survey" otherOrganization={await findPageInOtherOrganization()} />
}
