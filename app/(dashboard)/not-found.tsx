import { NotFoundPage } from '@/components/shell/not-found-page'
import { findPageInOtherOrganization } from '@/server/api/pages/other-organization'

export default async function PageNotFound() {
  return <NotFoundPage otherOrganization={await findPageInOtherOrganization()} />
}
