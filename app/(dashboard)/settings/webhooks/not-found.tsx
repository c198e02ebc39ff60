import { MissingBelow } from '@/components/shell/missing'
import { elsewhere } from '@/server/api/pages/elsewhere'

export default async function MissingWebhook() {
  return <MissingBelow kind="webhook" elsewhere={await elsewhere()} />
}
