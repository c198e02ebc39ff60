import { Missing } from '@/components/shell/missing'
import { elsewhere } from '@/server/api/pages/elsewhere'

export default async function SequenceNotFound() {
  return <Missing kind="sequence" elsewhere={await elsewhere()} />
}
