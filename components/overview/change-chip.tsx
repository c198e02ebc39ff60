import { ArrowDown, ArrowUp, Equal } from 'lucide-react'
import { Badge } from '@/components/ui/content/badge'

export type ChangeChipProps = {
  /** Positive is an improvement. */
  delta: number
  value: string
  /** Statistically significant; else the chip is grey. */
  isSignificant: boolean
  /** Screen-reader text: "Up 4 on 1–30 Oct, possibly by chance". */
  description: string
}

export function ChangeChip({ delta, value, isSignificant, description }: ChangeChipProps) {
  const tone = !isSignificant || delta === 0 ? 'quiet' : delta > 0 ? 'positive' : 'negative'
  const Arrow = delta === 0 ? Equal : delta > 0 ? ArrowUp : ArrowDown
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
