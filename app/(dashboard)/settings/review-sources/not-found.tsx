import { MissingBelow } from '@/components/shell/missing'
import { elsewhere } from '@/server/api/pages/elsewhere'

export default async function ReviewSourceNotFound() {
  return <MissingBelow kind="reviewSource" elsewhere={await elsewhere()} />
}
