import { Missing } from '@/components/shell/missing'
import { elsewhere } from '@/server/api/pages/elsewhere'

export default async function ReviewNotFound() {
  return <Missing kind="review" elsewhere={await elsewhere()} />
}
