import { domainToASCII, domainToUnicode } from 'node:url'
import { env } from '../env'
import { Forbidden, ValidationError } from '../errors'
import { localizableMessage } from '../messages/localizable-message'

export function requireSignUpNotClosed(): void {
  if (env.signUp.mode === 'closed') throw new Forbidden(localizableMessage('session.signUpClosed'))
}

export function requireSignUpDomain(email: string): void {
  if (!isAllowedDomain(email))
    throw new ValidationError({ email: [localizableMessage('session.emailDomain', { domains: listSignUpDomains() })] })
}

type EmailStatus = { email: string; emailVerifiedAt: Date | null }

export function mayCreateOrganizations({ email, emailVerifiedAt }: EmailStatus): boolean {
  if (env.signUp.mode === 'closed') return false
  return isAllowedDomain(email) && (env.signUp.mode !== 'domains' || emailVerifiedAt !== null)
}

export function requireOrganizationCreationAllowed(person: EmailStatus): void {
  requireSignUpNotClosed()
  requireSignUpDomain(person.email)
  if (!mayCreateOrganizations(person))
    throw new ValidationError({ email: [localizableMessage('session.confirmFirst')] })
}

function isAllowedDomain(email: string): boolean {
  if (env.signUp.mode !== 'domains') return true
  const domain = domainToASCII(email.slice(email.lastIndexOf('@') + 1)).toLowerCase()
  return env.signUp.domains.includes(domain)
}

export function listSignUpDomains(): string[] {
  return env.signUp.mode === 'domains' ? env.signUp.domains.map((domain) => domainToUnicode(domain)) : []
}
