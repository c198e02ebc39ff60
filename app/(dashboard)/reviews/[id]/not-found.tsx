import { Missing } from '@/components/shell/missing'

export default function MissingReview() {
  return <Missing kind="review" />
}
