import type { VerificationMail } from '@/server/auth/schema'
import type { Failure } from '../trpc'

type Csrf = { csrfToken: string }

/** Whether the credentials opened a session; `unavailable` when that could not be found out. */
export async function signIn(email: string, password: string): Promise<'in' | 'refused' | 'unavailable'> {
  const answer = await post('/api/auth/callback/credentials', { email, password })
  if (answer === null) return 'unavailable'
  if (answer.ok) return 'in'
  const { url } = (await answer.json()) as { url?: string }
  return url?.includes('error=CredentialsSignin') ? 'refused' : 'unavailable'
}

/** Ends this browser's session. @returns whether it ended: a service that cannot be reached has not heard of it. */
export async function signOut(): Promise<boolean> {
  return (await post('/api/auth/signout', {}))?.ok ?? false
}

export type SignedUp = { fault: Pick<Failure, 'message' | 'details'> } | { mail: VerificationMail }

/** Makes the account. @returns what stands in the way, else what became of the mail that verifies the address. */
export async function signUp(input: Record<string, string>): Promise<SignedUp> {
  const response = await fetch('/api/auth/sign-up', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(input),
  })
  if (response.ok) {
    const { data } = (await response.json()) as { data: { verification: VerificationMail } }
    return { mail: data.verification }
  }
  const { error } = (await response.json()) as { error: { message: string; details?: Record<string, string[]> } }
  return { fault: { message: error.message, details: error.details ?? {} } }
}

/** Confirms the address that a verification link was sent to. */
export async function verifyEmail(token: string): Promise<'verified' | 'refused' | 'unavailable'> {
  try {
    const { ok, status } = await fetch('/api/auth/verify-email', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ token }),
    })
    if (ok) return 'verified'
    return status === 400 ? 'refused' : 'unavailable'
  } catch {
    return 'unavailable'
  }
}

/** A form post as next-auth expects it, with its CSRF token; null when the service did not answer. */
async function post(path: string, fields: Record<string, string>): Promise<Response | null> {
  try {
    const { csrfToken } = (await (await fetch('/api/auth/csrf')).json()) as Csrf
    return await fetch(path, { method: 'POST', body: new URLSearchParams({ ...fields, csrfToken, json: 'true' }) })
  } catch {
    return null
  }
}
