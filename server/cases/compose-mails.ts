import { type Tx } from '../db'
import { env } from '../env'
import { Language } from '../fields/schema'
import { languageTag } from '../messages/locale'
import { translator } from '../messages/messages'
import { renderNotice } from '../messaging/templates/notice-email'
import { plainName } from '../messaging/templates/plain-name'
import { reasonFor } from '../outgoing/reasons'
import type { Compose, Composed, SystemEmailRow } from '../system-emails/composed'
import { UNRESOLVED } from './list'
import { listDueCases } from './queries'

/*
 * Case emails to assignees. They name no contact: the name would outlive the contact in mailboxes and in the Outbox.
 */

const LIST = `${env.baseUrl}/responses?assignee=me&case=unresolved`

export const composeCaseAssigned: Compose = async (tx, row) => {
  const reader = await readReader(tx, row)
  if (!reader) return { reason: reasonFor('obsolete') }
  const { count = '1', by = '' } = row.values as Record<string, string>
  if (Number(count) > 1) return compose('caseAssigned', reader, { count: Number(count), by, only: null })
  const only = await readOnly(tx, row)
  return only ? compose('caseAssigned', reader, { count: 1, by, only }) : { reason: reasonFor('obsolete') }
}

export const composeCaseDue: Compose = async (tx, row) => {
  const reader = await readReader(tx, row)
  const due = row.organizationId && row.userId ? await listDueCases(tx, row.organizationId, row.userId) : []
  const [first] = due
  if (!reader || first === undefined) return { reason: reasonFor('obsolete') }
  const only = due.length === 1 ? await readOnly(tx, { ...row, subjectId: first }) : null
  return compose('caseDue', reader, { count: due.length, by: '', only })
}

type Reader = { name: string; address: string; language: Language; organization: string }

async function readReader(tx: Tx, { organizationId, userId }: SystemEmailRow): Promise<Reader | null> {
  if (organizationId === null || userId === null) return null
  const membership = await tx.membership.findUnique({
    where: { organizationId_userId: { organizationId, userId } },
    select: {
      user: { select: { name: true, email: true, language: true } },
      organization: { select: { name: true } },
    },
  })
  if (!membership) return null
  const { user, organization } = membership
  return {
    name: user.name,
    address: user.email,
    language: Language.catch('en').parse(user.language),
    organization: organization.name,
  }
}

type Only = { id: string; survey: string; dueOn: Date | null }

async function readOnly(tx: Tx, { organizationId, userId, subjectId }: SystemEmailRow): Promise<Only | null> {
  if (organizationId === null || subjectId === null) return null
  const row = await tx.response.findFirst({
    where: { organizationId, id: subjectId, assigneeId: userId, ...UNRESOLVED },
    select: { id: true, dueOn: true, survey: { select: { name: true } } },
  })
  return row && { id: row.id, survey: row.survey.name, dueOn: row.dueOn }
}

type About = { count: number; by: string; only: Only | null }

function compose(kind: 'caseAssigned' | 'caseDue', reader: Reader, { count, by, only }: About): Composed {
  const { language, organization } = reader
  const t = translator(language, 'email')
  const name = plainName(reader.name)
  const day = only?.dueOn
    ? new Intl.DateTimeFormat(languageTag(language), { dateStyle: 'long', timeZone: 'UTC' }).format(only.dueOn)
    : 'none'
  const said = { count, by: plainName(by) || 'nobody', survey: only?.survey ?? '', organization, day }
  return {
    to: { name: reader.name, address: reader.address },
    rendered: renderNotice({
      language,
      from: translator(language, 'common')('product'),
      subject: t(`${kind}.subject`, said),
      paragraphs: [name === '' ? t('greetingNameless') : t('greeting', { name }), t(`${kind}.why`, said)],
      button: { label: t(`${kind}.open`, said), url: only ? `${env.baseUrl}/responses/${only.id}` : LIST },
      foot: t(`${kind}.footer`, { organization }),
    }),
  }
}
