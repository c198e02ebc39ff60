/** Minutes after midnight as the value of a time input; empty for none. */
export function formatClock(minute: number | null): string {
  if (minute === null) return ''
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
}

export function parseClock(clock: string): number | null {
  const [hours, minutes] = clock.split(':').map(Number)
  return hours === undefined || minutes === undefined ? null : hours * 60 + minutes
}
