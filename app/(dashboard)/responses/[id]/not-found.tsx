import { Missing } from '@/components/shell/missing'
import { elsewhere } from '@/server/api/pages/elsewhere'

export default async function ResponseNotFound() {
  return <Missing kind="response" elsewhere={await elsewhere()} />
}
