import { NotFoundSection } from '@/components/shell/not-found-page'
import { findPageInOtherOrganization } from '@/server/api/pages/other-organization'

export default async function ReviewSourceNotFound() {
  return <NotFoundSection kind="reviewSource" otherOrganization={await findPageInOtherOrganization()} />
}
