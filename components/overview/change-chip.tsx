import { ArrowDown, ArrowUp, Equal } from 'lucide-react'
import { Badge } from '@/components/ui/content/badge'

export type ChangeChipProps = {
  /** Positive is an improvement. */
  by: number
  value: string
  /** Statistically significant; else the chip is grey. */
  isClear: boolean
  /** Screen-reader text: "Up 4 on 1–30 Oct, possibly by chance". */
  words: string
}

export function ChangeChip({ by, value, isClear, words }: ChangeChipProps) {
  const tone = !isClear || by === 0 ? 'quiet' : by > 0 ? 'positive' : 'negative'
  const Arrow = by === 0 ? Equal : by > 0 ? ArrowUp : ArrowDown
  return (
    <span title={words} className="whitespace-nowrap">
      <Badge tone={tone} shape={<Arrow size={12} aria-hidden className="shrink-0" />}>
        <span aria-hidden className="figures">
          {value}
        </span>
        <span className="sr-only">{words}</span>
      </Badge>
    </span>
  )
}
