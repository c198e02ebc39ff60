import { NotFoundPage } from '@/components/shell/not-found-page'
import { findPageInOtherOrganization } from '@/server/api/pages/other-organization'

export default async function ReviewNotFound() {
  return <NotFoundPage kind="review" otherOrganization={await findPageInOtherOrganization()} />
}
