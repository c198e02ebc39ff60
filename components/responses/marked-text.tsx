import { WORD } from '@/server/responses/vocabulary'

export function MarkedText({ text, marks }: { text: string; marks: readonly string[] }) {
  if (marks.length === 0) return <bdi>{text}</bdi>
  const found = [...text.matchAll(WORD)].filter(([word]) => marks.includes(word))
  const parts = found.map((match, at) => {
    const before = found[at - 1]
    const lead = text.slice(before === undefined ? 0 : before.index + before[0].length, match.index)
    return (
      <span key={match.index}>
        {lead}
        <mark className="rounded-mark bg-accent-soft px-0.5 font-medium text-ink">{match[0]}</mark>
      </span>
    )
  })
  const last = found.at(-1)
  return (
    <bdi>
      {parts}
      {text.slice(last === undefined ? 0 : last.index + last[0].length)}
    </bdi>
  )
}
