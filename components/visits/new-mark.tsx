/** What is new: a dot, which stands beside a word. In forced colours it keeps its own. */
export function NewMark() {
  return (
    <svg width="8" height="8" viewBox="0 0 8 8" aria-hidden="true" className="shrink-0 forced-color-adjust-none">
      <circle cx="4" cy="4" r="4" className="fill-accent" />
    </svg>
  )
}
