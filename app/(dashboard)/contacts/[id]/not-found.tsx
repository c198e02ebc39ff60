import { Missing } from '@/components/shell/missing'
import { elsewhere } from '@/server/api/pages/elsewhere'

export default async function MissingContact() {
  return <Missing kind="contact" elsewhere={await elsewhere()} />
}
