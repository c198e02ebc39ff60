import { Missing } from '@/components/shell/not-found-page'
import { elsewhere } from '@/server/api/pages/other-organization'

export default async function ReviewNotFound() {
  return <Missing kind="review" elsewhere={await elsewhere()} />
}
