import { domainToASCII, domainToUnicode } from 'node:url'
import { env } from '../env'
import { Forbidden, ValidationError } from '../errors'
import { sentence } from '../messages/sentence'

/** @throws {Forbidden} where only the operator creates accounts. */
export function requireOpenSignUp(): void {
  if (env.signUp.mode === 'closed') throw new Forbidden(sentence('session.signUpClosed'))
}

/** @throws {ValidationError} under `email` if sign-up is not open to its domain. */
export function requireSignUpDomain(email: string): void {
  if (!isSignUpDomain(email))
    throw new ValidationError({ email: [sentence('session.emailDomain', { domains: signUpDomains() })] })
}

type Address = { email: string; emailVerifiedAt: Date | null }

/** Whether a user may create organizations. Where sign-up is limited to certain domains, an invited user of another domain may not. */
export function mayCreateOrganizations({ email, emailVerifiedAt }: Address): boolean {
  if (env.signUp.mode === 'closed') return false
  return isSignUpDomain(email) && (env.signUp.mode !== 'domains' || emailVerifiedAt !== null)
}

/** @throws {Forbidden} @throws {ValidationError} under `email` for another domain, or an unverified address. */
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

/** Allowed domains in Unicode form; empty if every domain is allowed. */
export function signUpDomains(): string[] {
  return env.signUp.mode === 'domains' ? env.signUp.domains.map((domain) => domainToUnicode(domain)) : []
}
