import { MissingBelow } from '@/components/shell/missing'
import { elsewhere } from '@/server/api/pages/elsewhere'

export default async function MissingReviewSource() {
  return <MissingBelow kind="reviewSource" elsewhere={await elsewhere()} />
}
