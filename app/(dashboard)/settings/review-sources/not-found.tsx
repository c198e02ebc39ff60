import { MissingBelow } from '@/components/shell/missing'

export default function MissingReviewSource() {
  return <MissingBelow kind="reviewSource" />
}
