import { NotFoundSection } from '@/components/shell/not-found-page'
import { findPageInOtherOrganization } from '@/server/api/pages/other-organization'

export default async function AlertRuleNotFound() {
  return <NotFoundSection kind="alertRule" otherOrganization={await findPageInOtherOrganization()} />
}
