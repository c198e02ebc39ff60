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
  if (!isSignUpDomain(email))
    throw new ValidationError({ email: [sentence('session.emailDomain', { domains: signUpDomains() })] })
}

type Address = { email: string; emailVerifiedAt: Date | null }

/** Whether a person may create organizations. Where only certain domains may sign up, an invitation to another one is no way around. */
export function mayCreateOrganizations({ email, emailVerifiedAt }: Address): boolean {
  if (env.signUp.mode === 'closed') return false
  return isSignUpDomain(email) && (env.signUp.mode !== 'domains' || emailVerifiedAt !== null)
}

/** @throws {Forbidden} @throws {ValidationError} under `email` for another domain, or an address that is not confirmed. */
export function requireOrganizationRight(person: Address): void {
  requireOpenSignUp()
  requireSignUpDomain(person.email)
  if (!mayCreateOrganizations(person)) throw new ValidationError({ email: [sentence('session.confirmFirst')] })
}

function isSignUpDomain(email: string): boolean {
  if (env.signUp.mode !== 'domains') return true
  const domain = domainToASCII(email.slice(email.lastIndexOf('@') + 1)).toLowerCase()
  return env.signUp.domains.includes(domain)
}

/** The domains that may sign up, as people write them; none where every domain may. */
export function signUpDomains(): string[] {
  return env.signUp.mode === 'domains' ? env.signUp.domains.map((domain) => domainToUnicode(domain)) : []
}
