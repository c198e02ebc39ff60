import { v7 as uuidv7 } from 'uuid'
import { db, type Prisma } from '../../db'
import { signToken } from '../../encryption'
import { classifyScore } from '../../surveys/constants'
import { batchRanges } from '../database/batch-ranges'
import { aContact, aSurvey } from './basics'

type SurveyRequestData = {
  survey?: Partial<Prisma.SurveyUncheckedCreateInput>
  sending?: Partial<Prisma.SendingUncheckedCreateInput>
}

export async function aSurveyRequest(
  organizationId: string,
  { survey: data = {}, sending: sendingData = {} }: SurveyRequestData = {},
) {
  const survey = await aSurvey(organizationId, data)
  const contact = await aContact(organizationId)
  const sending = await db.sending.create({
    data: {
      organizationId,
      contactId: contact.id,
      email: contact.email,
      anchorAt: new Date(),
      status: 'completed',
      ...sendingData,
    },
  })
  const step = await db.sendingStep.create({
    data: {
      organizationId,
      sendingId: sending.id,
      stepId: uuidv7(),
      position: 0,
      type: 'survey',
      surveyId: survey.id,
      status: 'sent',
      channel: 'email',
      recipient: contact.email,
      sentAt: new Date(),
    },
  })
  return { survey, contact, sending, step, token: signToken('survey', step.id) }
}

export async function aResponse(
  organizationId: string,
  surveyId: string,
  data: Partial<Prisma.ResponseUncheckedCreateInput> = {},
) {
  return db.response.create({
    data: {
      organizationId,
      surveyId,
      contactId: uuidv7(),
      status: 'completed',
      language: 'en',
      submittedAt: submittedAt({ status: 'completed', ...data }),
      ...data,
    },
  })
}

/** A `completed` response without `submittedAt` means unsubmitted but counted. */
function submittedAt({ status, createdAt }: Pick<Prisma.ResponseCreateManyInput, 'status' | 'createdAt'>) {
  return status === 'partial' ? null : (createdAt ?? new Date())
}

/**
 * Inserts responses in a single statement from JSON; Prisma compiles each `createMany` again, at more than a millisecond per row. Columns
 * set on only some rows are null on the others.
 */
export async function insertResponses(rows: readonly Prisma.ResponseCreateManyInput[]): Promise<void> {
  const updatedAt = new Date()
  const records = rows.map((row) =>
    Object.fromEntries(
      Object.entries({ id: uuidv7(), updatedAt, submittedAt: submittedAt(row), ...row }).map(([name, value]) => [
        snakeCase(name),
        value,
      ]),
    ),
  )
  const columns = [...new Set(records.flatMap((record) => Object.keys(record)))].join(', ')
  for (const [first, last] of batchRanges(0, records.length))
    await db.$executeRawUnsafe(
      `INSERT INTO response (${columns}) SELECT ${columns} FROM jsonb_populate_recordset(NULL::response, $1::jsonb)`,
      JSON.stringify(records.slice(first, last + 1)),
    )
}

function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

export async function insertNpsResponses(organizationId: string, surveyId: string, scores: number[], createdAt: Date) {
  for (const npsScore of scores) {
    const band = classifyScore('nps', npsScore)
    await aResponse(organizationId, surveyId, {
      npsScore,
      rating: npsScore,
      band,
      caseState: band === 'negative' ? 'open' : null,
      createdAt,
      answers: [{ questionId: 'why', type: 'text', text: 'Why?', value: `A ${npsScore}`, labels: [] }],
    })
  }
}
