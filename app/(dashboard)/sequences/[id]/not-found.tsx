import { Missing } from '@/components/shell/missing'

export default function MissingSequence() {
  return <Missing kind="sequence" />
}
