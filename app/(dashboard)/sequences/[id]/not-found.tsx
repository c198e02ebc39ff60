import { NotFoundPage } from '@/components/shell/not-found-page'
import { findPageInOtherOrganization } from '@/server/api/pages/other-organization'

export default async function SequenceNotFound() {
  return <NotFoundPage kind="sequence" otherOrganization={await findPageInOtherOrganization()} />
}
