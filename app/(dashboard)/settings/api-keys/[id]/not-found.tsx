import { MissingBelow } from '@/components/shell/missing'
import { elsewhere } from '@/server/api/pages/elsewhere'

export default async function MissingApiKey() {
  return <MissingBelow kind="apiKey" elsewhere={await elsewhere()} />
}
