/** Triangle up, diamond or triangle down. Needs a text beside it for screen readers. */
export function SentimentShape({ sentiment }: { sentiment: 'positive' | 'neutral' | 'negative' }) {
  const shape = {
    positive: <path d="M5 1 9.5 9h-9z" className="fill-positive forced-colors:fill-[CanvasText]" />,
    neutral: <path d="M5 .5 9.5 5 5 9.5.5 5z" className="fill-neutral forced-colors:fill-[CanvasText]" />,
    negative: <path d="M5 9 .5 1h9z" className="fill-negative forced-colors:fill-[CanvasText]" />,
  }
  return (
    <svg width="10" height="10" viewBox="0 0 10 10" aria-hidden="true" className="shrink-0">
      {shape[sentiment]}
    </svg>
  )
}
