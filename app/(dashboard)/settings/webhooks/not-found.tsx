import { MissingBelow } from '@/components/shell/missing'
import { elsewhere } from '@/server/api/pages/elsewhere'

export default async function WebhookNotFound() {
  return <MissingBelow kind="webhook" elsewhere={await elsewhere()} />
}
