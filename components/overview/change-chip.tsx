import { ArrowDown, ArrowUp, Equal } from 'lucide-react'
import { getT } from '@/components/i18n/server'
import { Badge } from '@/components/ui/content/badge'

export type ChangeChipProps = {
  /** `by`: positive is an improvement. `isClear`: statistically significant; else the chip is grey. */
  change: { by: number; isClear: boolean }
  value: string
  previousPeriod: string
}

/** With a text for screen readers: "Up 4 on 1–30 Oct, possibly by chance". */
export async function ChangeChip({ change: { by, isClear }, value, previousPeriod }: ChangeChipProps) {
  const t = await getT('overview')
  const direction = by === 0 ? 'same' : by > 0 ? 'up' : 'down'
  const changeText = t(direction, { by: value, before: previousPeriod })
  const description = isClear || by === 0 ? changeText : t('unclear', { change: changeText })
  const tone = !isClear || by === 0 ? 'quiet' : by > 0 ? 'positive' : 'negative'
  const Arrow = { same: Equal, up: ArrowUp, down: ArrowDown }[direction]
  return (
    <span title={description} className="whitespace-nowrap">
      <Badge tone={tone} shape={<Arrow size={12} aria-hidden className="shrink-0" />}>
        <span aria-hidden className="figures">
          {value}
        </span>
        <span className="sr-only">{description}</span>
      </Badge>
    </span>
  )
}
