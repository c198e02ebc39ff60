import { Secret, TOTP } from 'otpauth'
import { vi } from 'vitest'

const STEP_MS = 30_000

/** What an authenticator app shows so many steps of half a minute from now. */
export function codeOf(secret: string, steps = 0): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * STEP_MS })
}

/** Stops the clock in the middle of a step: a code of a step ago stays one of a step ago. `vi.useRealTimers()` lets it go on. */
export function stopClockInStep(): void {
  const now = Date.now()
  vi.useFakeTimers({ now: now - (now % STEP_MS) + STEP_MS / 2, toFake: ['Date'] })
}
