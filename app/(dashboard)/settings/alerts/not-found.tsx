import { MissingBelow } from '@/components/shell/not-found-page'
import { elsewhere } from '@/server/api/pages/other-organization'

export default async function AlertRuleNotFound() {
  return <MissingBelow kind="alertRule" elsewhere={await elsewhere()} />
}
