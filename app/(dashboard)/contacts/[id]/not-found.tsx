import { Missing } from '@/components/shell/not-found-page'
import { elsewhere } from '@/server/api/pages/other-organization'

export default async function ContactNotFound() {
  return <Missing kind="contact" elsewhere={await elsewhere()} />
}
