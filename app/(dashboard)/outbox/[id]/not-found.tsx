import { Missing } from '@/components/shell/missing'
import { elsewhere } from '@/server/api/pages/elsewhere'

export default async function MessageNotFound() {
  return <Missing kind="message" elsewhere={await elsewhere()} />
}
