import { NotFoundSection } from '@/components/shell/not-found-page'
import { findPageInOtherOrganization } from '@/server/api/pages/other-organization'

export default async function WebhookNotFound() {
  return <NotFoundSection kind="webhook" otherOrganization={await findPageInOtherOrganization()} />
}
