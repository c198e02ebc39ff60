import { getT } from '@/components/i18n/server'
import { Badge, type Tone } from '@/components/ui/content/badge'
import { FAILED_OUTCOMES } from '@/server/sequences/trigger-addresses/constants'
import type { TriggerOutcome } from '@/server/sequences/trigger-addresses/schema'

export async function OutcomeBadge({ outcome }: { outcome: TriggerOutcome | null }) {
  const t = await getT('trigger')
  return <Badge tone={toTone(outcome)}>{t(`outcomes.${outcome ?? 'waiting'}`)}</Badge>
}

function toTone(outcome: TriggerOutcome | null): Tone {
  if (outcome === 'entered') return 'positive'
  if (FAILED_OUTCOMES.some((one) => one === outcome)) return 'negative'
  return outcome === null || outcome === 'sample' ? 'quiet' : 'neutral'
}
