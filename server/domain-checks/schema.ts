import { domainToASCII } from 'node:url'
import { localizableMessage } from '../messages/localizable-message'
import { Email, textSchema } from '../validation/schema'

/** Room for labels that are added in front, such as `<selector>._domainkey.`. */
const DOMAIN_MAX_CHARACTERS = 200

/** A domain name as people write it; becomes its ASCII form (A-labels), in lower case. */
export const Domain = textSchema(DOMAIN_MAX_CHARACTERS)
  .overwrite((text) =>
    text
      .trim()
      .toLowerCase()
      .replace(/^@|\.$/g, ''),
  )
  .refine((text) => Email.safeParse(`a@${text}`).success, localizableMessage('sendingDomain.domain'))
  .transform((text) => domainToASCII(text))
  .refine((domain) => domain.length <= DOMAIN_MAX_CHARACTERS, localizableMessage('sendingDomain.domain'))
