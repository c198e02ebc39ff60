import { MissingBelow } from '@/components/shell/missing'
import { elsewhere } from '@/server/api/pages/elsewhere'

export default async function ApiKeyNotFound() {
  return <MissingBelow kind="apiKey" elsewhere={await elsewhere()} />
}
