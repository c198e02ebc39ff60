import { MissingBelow } from '@/components/shell/missing'

export default function MissingApiKey() {
  return <MissingBelow kind="apiKey" />
}
