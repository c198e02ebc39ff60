import { Missing } from '@/components/shell/not-found-page'
import { elsewhere } from '@/server/api/pages/other-organization'

export default async function ResponseNotFound() {
  return <Missing kind="response" elsewhere={await elsewhere()} />
}
