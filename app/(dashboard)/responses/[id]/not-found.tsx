import { NotFoundPage } from '@/components/shell/not-found-page'
import { findPageInOtherOrganization } from '@/server/api/pages/other-organization'

export default async function ResponseNotFound() {
  return <NotFoundPage kind="response" otherOrganization={await findPageInOtherOrganization()} />
}
