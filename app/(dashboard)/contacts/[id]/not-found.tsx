import { Missing } from '@/components/shell/missing'
import { elsewhere } from '@/server/api/pages/elsewhere'

export default async function ContactNotFound() {
  return <Missing kind="contact" elsewhere={await elsewhere()} />
}
