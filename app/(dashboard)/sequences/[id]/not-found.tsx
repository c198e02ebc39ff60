import { Missing } from '@/components/shell/not-found-page'
import { elsewhere } from '@/server/api/pages/other-organization'

export default async function SequenceNotFound() {
  return <Missing kind="sequence" elsewhere={await elsewhere()} />
}
