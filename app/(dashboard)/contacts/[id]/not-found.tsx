import { Missing } from '@/components/shell/missing'

export default function MissingContact() {
  return <Missing kind="contact" />
}
