import { WORD_PATTERN } from '@/server/responses/constants'

export function HighlightedText({ text, highlights }: { text: string; highlights: readonly string[] }) {
  if (highlights.length === 0) return <bdi>{text}</bdi>
  const matches = [...text.matchAll(WORD_PATTERN)].filter(([word]) => highlights.includes(word))
  const parts = matches.map((match, index) => {
    const previous = matches[index - 1]
    const lead = text.slice(previous === undefined ? 0 : previous.index + previous[0].length, match.index)
    return (
      <span key={match.index}>
        {lead}
        <mark className="rounded-mark bg-accent-soft px-0.5 font-medium text-ink">{match[0]}</mark>
      </span>
    )
  })
  const lastMatch = matches.at(-1)
  return (
    <bdi>
      {parts}
      {text.slice(lastMatch === undefined ? 0 : lastMatch.index + lastMatch[0].length)}
    </bdi>
  )
}
