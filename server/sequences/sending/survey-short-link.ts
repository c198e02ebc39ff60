import { createHash } from 'node:crypto'
import { db, type Tx } from '../../db'
import { keyedHash, signToken } from '../../encryption'
import { buildPublicUrl } from '../../link-domains/public-url'

/*
 * Short survey links for text messages: the signed token of a survey link would take half of one. The code is derived from the step, so that
 * composing a message needs no database and a retry repeats its link; it is looked up by its hash, so it outlives a change of the secret.
 */

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** Of 62 letters and digits: 71 bits. Without `-` and `_`, which some phones leave out of a link. */
const CODE_CHARACTERS = 12

export function buildSurveyShortLink(linkDomain: string | null, sendingStepId: string): string {
  return buildPublicUrl(linkDomain, `/t/${deriveCode(sendingStepId)}`)
}

/** Makes the short links of these steps work, in the transaction that claims or captures the messages that contain them. */
export async function storeSurveyShortLinks(
  tx: Tx,
  organizationId: string,
  sendingStepIds: readonly string[],
): Promise<void> {
  if (sendingStepIds.length === 0) return
  const data = [...new Set(sendingStepIds)].map((sendingStepId) => ({
    codeHash: hashCode(deriveCode(sendingStepId)),
    organizationId,
    sendingStepId,
  }))
  await tx.surveyShortLink.createMany({ data, skipDuplicates: true })
}

/** @returns the token of the survey link, or null for an unknown code */
export async function findSurveyTokenByShortCode(code: string): Promise<string | null> {
  if (!CODE.test(code)) return null
  const link = await db.surveyShortLink.findUnique({ where: { codeHash: hashCode(code) } })
  return link && signToken('survey', link.sendingStepId)
}

const CODE = new RegExp(`^[${ALPHABET}]{${CODE_CHARACTERS}}$`)

function deriveCode(sendingStepId: string): string {
  let rest = BigInt(`0x${Buffer.from(keyedHash('survey-short-link', sendingStepId)).toString('hex')}`)
  let code = ''
  for (const base = BigInt(ALPHABET.length); code.length < CODE_CHARACTERS; rest /= base)
    code += ALPHABET[Number(rest % base)]
  return code
}

function hashCode(code: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash('sha256').update(code).digest())
}
