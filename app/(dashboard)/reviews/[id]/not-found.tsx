import { Missing } from '@/components/shell/missing'
import { elsewhere } from '@/server/api/pages/elsewhere'

export default async function MissingReview() {
  return <Missing kind="review" elsewhere={await elsewhere()} />
}
