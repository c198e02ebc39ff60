import { NotFoundSection } from '@/components/shell/not-found-page'
import { findPageInOtherOrganization } from '@/server/api/pages/other-organization'

export default async function ApiKeyNotFound() {
  return <NotFoundSection kind="apiKey" otherOrganization={await findPageInOtherOrganization()} />
}
