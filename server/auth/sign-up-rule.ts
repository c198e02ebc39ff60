import { domainToASCII, domainToUnicode } from 'node:url'
import { env } from '../env'
import { Forbidden, ValidationError } from '../errors'
import { sentence } from '../messages/sentence'

/** @throws {Forbidden} where the operator alone makes accounts. */
export function requireOpenSignUp(): void {
  if (env.signUp.mode === 'closed') throw new Forbidden(sentence('session.signUpClosed'))
}

/** @throws {ValidationError} under `email` for a domain that is not among those that may sign up. */
export function requireSignUpDomain(email: string): void {
  if (env.signUp.mode !== 'domains') return
  const domain = domainToASCII(email.slice(email.lastIndexOf('@') + 1)).toLowerCase()
  if (env.signUp.domains.includes(domain)) return
  throw new ValidationError({ email: [sentence('session.emailDomain', { domains: signUpDomains() })] })
}

/** The domains that may sign up, as people write them; none where every domain may. */
export function signUpDomains(): string[] {
  return env.signUp.mode === 'domains' ? env.signUp.domains.map((domain) => domainToUnicode(domain)) : []
}
