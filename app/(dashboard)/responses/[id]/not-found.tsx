import { Missing } from '@/components/shell/missing'

export default function MissingResponse() {
  return <Missing kind="response" />
}
