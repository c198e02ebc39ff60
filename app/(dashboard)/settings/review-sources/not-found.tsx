import { MissingBelow } from '@/components/shell/not-found-page'
import { elsewhere } from '@/server/api/pages/other-organization'

export default async function ReviewSourceNotFound() {
  return <MissingBelow kind="reviewSource" elsewhere={await elsewhere()} />
}
