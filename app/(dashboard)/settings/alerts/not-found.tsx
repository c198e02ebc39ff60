import { MissingBelow } from '@/components/shell/missing'
import { elsewhere } from '@/server/api/pages/elsewhere'

export default async function AlertRuleNotFound() {
  return <MissingBelow kind="alertRule" elsewhere={await elsewhere()} />
}
