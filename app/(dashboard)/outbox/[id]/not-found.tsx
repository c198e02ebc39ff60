import { Missing } from '@/components/shell/missing'
import { elsewhere } from '@/server/api/pages/elsewhere'

export default async function MissingMessage() {
  return <Missing kind="message" elsewhere={await elsewhere()} />
}
