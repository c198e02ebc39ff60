import { MissingBelow } from '@/components/shell/missing'

export default function MissingWebhook() {
  return <MissingBelow kind="webhook" />
}
