import { Missing } from '@/components/shell/missing'
import { elsewhere } from '@/server/api/pages/elsewhere'

export default async function MissingResponse() {
  return <Missing kind="response" elsewhere={await elsewhere()} />
}
