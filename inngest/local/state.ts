const held = globalThis as { cfsRunnerReady?: boolean }

/** Whether this process runs the jobs, or stands by to. */
export function isRunnerReady(): boolean {
  return held.cfsRunnerReady === true
}

export function setRunnerReady(isReady: boolean): void {
  held.cfsRunnerReady = isReady
}
