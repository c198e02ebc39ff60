import { Missing } from '@/components/shell/missing'

export default function MissingMessage() {
  return <Missing kind="message" />
}
