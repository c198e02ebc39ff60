import { randomBytes } from 'node:crypto'
import type { SurveyLink } from '@/prisma/generated/client'
import { audit } from '../audit/audit'
import { DAY_MS, now } from '../clock'
import type { Tx } from '../db'
import { decryptSecret, encryptSecret } from '../encryption'
import { NotFound } from '../errors'
import { lockRow } from '../locks'
import { log } from '../log'
import { transact } from '../unit-of-work'
import type { LinkSecret, SurveyLinkReference } from './schema'

/* The key with which the server of an organization signs who answers by an open link or a widget (signed-token.ts). */

const SECRET_BYTES = 32
/** Tokens are valid for a day at most, so one that was signed before a rotation stays valid. */
const ROTATION_OVERLAP_MS = DAY_MS

const KINDS = {
  link: {
    record: 'surveyLink',
    where: { widget: null },
    shown: 'survey_link.secret_shown',
    rotated: 'survey_link.secret_rotated',
  },
  widget: {
    record: 'surveyWidget',
    where: { widget: { isNot: null } },
    shown: 'survey_widget.secret_shown',
    rotated: 'survey_widget.secret_rotated',
  },
} as const
export type LinkKind = keyof typeof KINDS

export function encryptNewSecret(linkId: string): string {
  return encryptSecret('survey-widget-secret', randomBytes(SECRET_BYTES).toString('base64url'), linkId)
}

/** Those of the encrypted keys of a link that can be read. */
export function decryptLinkSecrets(linkId: string, encrypted: readonly string[]): string[] {
  return encrypted.flatMap((one) => {
    try {
      return [decryptSecret('survey-widget-secret', one, linkId)]
    } catch (error) {
      log.error({ err: error, linkId }, 'the secret of a survey link cannot be read')
      return []
    }
  })
}

/** Made when it is first shown. @throws {NotFound} */
export function revealLinkSecret(
  organizationId: string,
  kind: LinkKind,
  reference: SurveyLinkReference,
): Promise<LinkSecret> {
  return transact(async ({ tx }) => {
    const { id, name, secretEncrypted } = await lockLink(tx, organizationId, kind, reference)
    const encrypted = secretEncrypted ?? encryptNewSecret(id)
    if (secretEncrypted === null) await saveSecrets(tx, organizationId, id, { secretEncrypted: encrypted })
    await audit(organizationId, { action: KINDS[kind].shown, record: { type: KINDS[kind].record, id, name } })
    return { secret: decryptSecret('survey-widget-secret', encrypted, id) }
  })
}

/** The previous secret stays valid for a day. One from an earlier rotation ends now. @throws {NotFound} */
export function rotateLinkSecret(
  organizationId: string,
  kind: LinkKind,
  reference: SurveyLinkReference,
): Promise<LinkSecret> {
  return transact(async ({ tx }) => {
    const { id, name, secretEncrypted: previous } = await lockLink(tx, organizationId, kind, reference)
    const secretEncrypted = encryptNewSecret(id)
    await saveSecrets(tx, organizationId, id, {
      secretEncrypted,
      previousSecretEncrypted: previous,
      previousSecretUntil: previous === null ? null : new Date(now().getTime() + ROTATION_OVERLAP_MS),
    })
    await audit(organizationId, { action: KINDS[kind].rotated, record: { type: KINDS[kind].record, id, name } })
    return { secret: decryptSecret('survey-widget-secret', secretEncrypted, id) }
  })
}

async function lockLink(
  tx: Tx,
  organizationId: string,
  kind: LinkKind,
  { id: surveyId, linkId }: SurveyLinkReference,
): Promise<Pick<SurveyLink, 'id' | 'name' | 'secretEncrypted'>> {
  await lockRow(tx, 'survey_link', organizationId, linkId, 'NO KEY UPDATE')
  const where = { organizationId, surveyId, id: linkId, ...KINDS[kind].where }
  const row = await tx.surveyLink.findFirst({ where, select: { id: true, name: true, secretEncrypted: true } })
  if (!row) throw new NotFound(KINDS[kind].record)
  return row
}

type Secrets = Partial<Pick<SurveyLink, 'secretEncrypted' | 'previousSecretEncrypted' | 'previousSecretUntil'>>

async function saveSecrets(tx: Tx, organizationId: string, id: string, data: Secrets): Promise<void> {
  await tx.surveyLink.update({ where: { id, organizationId }, data, select: { id: true } })
}
