import { MissingBelow } from '@/components/shell/not-found-page'
import { elsewhere } from '@/server/api/pages/other-organization'

export default async function WebhookNotFound() {
  return <MissingBelow kind="webhook" elsewhere={await elsewhere()} />
}
