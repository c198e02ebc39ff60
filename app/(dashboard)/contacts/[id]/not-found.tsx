import { NotFoundPage } from '@/components/shell/not-found-page'
import { findPageInOtherOrganization } from '@/server/api/pages/other-organization'

export default async function ContactNotFound() {
  return <NotFoundPage kind="contact" otherOrganization={await findPageInOtherOrganization()} />
}
