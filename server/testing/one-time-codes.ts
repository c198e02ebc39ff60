import { Secret, TOTP } from 'otpauth'
import { vi } from 'vitest'

const STEP_MS = 30_000

/** The TOTP code `steps` half minutes from now. */
export function totpCode(secret: string, steps = 0): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * STEP_MS })
}

/** Stops the clock in the middle of a TOTP step, so that codes do not age during a test. Resume with `vi.useRealTimers()`. */
export function freezeClockInTotpStep(): void {
  const now = Date.now()
  vi.useFakeTimers({ now: now - (now % STEP_MS) + STEP_MS / 2, toFake: ['Date'] })
}
