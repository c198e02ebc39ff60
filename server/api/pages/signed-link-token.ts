import type { OpenLink } from '../../survey-links/open-link'
import { readSignedToken, type SignedVisitor } from '../../survey-links/signed-token'
import type { FieldValues } from '../../surveys/fields/constants'
import { pickSignedValues } from '../../surveys/fields/fields'

/* What the owner's server vouches for: who answers an open link, and the values of signed hidden fields. */

/** A token that was accepted, and what it says. */
export type SignedToken = { token: string; visitor: SignedVisitor }

/** A token that is not accepted identifies no one, and the page does not tell. */
export async function readSigned(link: OpenLink, token: string | null): Promise<SignedToken | null> {
  const visitor = await readSignedToken(link, token)
  return visitor && { token: token ?? '', visitor }
}

export function readSignedFields({ survey }: OpenLink, signed: SignedToken | null): FieldValues {
  return signed ? pickSignedValues(survey.fields, signed.visitor.fields) : {}
}

/** For an address of the same link. */
export function tokenParameter(signed: SignedToken | null): [string, string][] {
  return signed ? [['token', signed.token]] : []
}
