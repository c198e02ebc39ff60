import { MissingBelow } from '@/components/shell/not-found-page'
import { elsewhere } from '@/server/api/pages/other-organization'

export default async function ApiKeyNotFound() {
  return <MissingBelow kind="apiKey" elsewhere={await elsewhere()} />
}
