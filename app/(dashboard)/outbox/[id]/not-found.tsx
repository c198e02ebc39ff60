import { NotFoundPage } from '@/components/shell/not-found-page'
import { findPageInOtherOrganization } from '@/server/api/pages/other-organization'

export default async function MessageNotFound() {
  return <NotFoundPage kind="message" otherOrganization={await findPageInOtherOrganization()} />
}
