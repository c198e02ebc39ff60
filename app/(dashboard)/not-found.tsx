import { Missing } from '@/components/shell/missing'

export default function MissingPage() {
  return <Missing />
}
