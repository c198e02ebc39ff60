const held = globalThis as { cfsRunnerReady?: boolean }

export function isRunnerReady(): boolean {
  return held.cfsRunnerReady === true
}

export function setRunnerReady(isReady: boolean): void {
  held.cfsRunnerReady = isReady
}
