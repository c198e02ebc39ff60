/** The only clock, so that a sandbox can move it. */
export function now(): Date {
  return new Date()
}
