/** Dot for new items; needs a text beside it. Keeps its color in forced-colors mode. */
export function UnreadDot() {
  return (
    <svg width="8" height="8" viewBox="0 0 8 8" aria-hidden="true" className="shrink-0 forced-color-adjust-none">
      <circle cx="4" cy="4" r="4" className="fill-accent" />
    </svg>
  )
}
