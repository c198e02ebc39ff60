import { v7 as uuidv7 } from 'uuid'
import { now } from '../../clock'
import { db, type Prisma } from '../../db'
import { aContact, aSurvey } from './basics'

/** No quiet hours, which text messages have by default: for an organization whose text messages are sent whatever the time. */
export const NEVER_QUIET = { quietHoursStart: 0, quietHoursEnd: 0 }

type StepData = Partial<Omit<Prisma.SequenceStepUncheckedCreateInput, 'organizationId' | 'sequenceId' | 'position'>>

export async function aSequence(
  organizationId: string,
  steps: readonly StepData[] = [{ type: 'survey' }],
  data: Partial<Prisma.SequenceUncheckedCreateInput> = {},
) {
  const sequence = await db.sequence.create({
    data: { organizationId, name: 'After the visit', status: 'active', ...data },
  })
  const rows = []
  for (const [position, { type = 'survey', ...step }] of steps.entries()) {
    const needsSurvey = type === 'survey' && step.surveyId === undefined
    const surveyId = needsSurvey ? (await aSurvey(organizationId)).id : (step.surveyId ?? null)
    rows.push(
      await db.sequenceStep.create({
        data: { ...step, type, surveyId, organizationId, sequenceId: sequence.id, position },
      }),
    )
  }
  return { ...sequence, steps: rows }
}

export async function aSending(
  organizationId: string,
  sequenceId: string,
  data: Partial<Prisma.SendingUncheckedCreateInput> = {},
) {
  const contact = data.contactId ? { id: data.contactId, email: data.email ?? '' } : await aContact(organizationId)
  return db.sending.create({
    data: {
      organizationId,
      sequenceId,
      contactId: contact.id,
      email: contact.email,
      anchorAt: now(),
      dueAt: now(),
      ...data,
    },
  })
}

export async function ageSending(sendingId: string, seconds: number): Promise<void> {
  await db.$executeRaw`
    UPDATE sending SET anchor_at = anchor_at - make_interval(secs => ${seconds}), due_at = due_at - make_interval(secs => ${seconds}),
      created_at = created_at - make_interval(secs => ${seconds}) WHERE id = ${sendingId}::uuid`
  await db.$executeRaw`
    UPDATE sending_step SET due_at = due_at - make_interval(secs => ${seconds}), claimed_at = claimed_at - make_interval(secs => ${seconds}),
      sent_at = sent_at - make_interval(secs => ${seconds}), captured_at = captured_at - make_interval(secs => ${seconds}), ended_at = ended_at - make_interval(secs => ${seconds}),
      first_tried_at = first_tried_at - make_interval(secs => ${seconds}) WHERE sending_id = ${sendingId}::uuid`
}

export async function aResponseToStep(
  step: { id: string; organizationId: string; sendingId: string; surveyId: string | null },
  contactId: string,
  data: Partial<Prisma.ResponseUncheckedCreateInput> = {},
) {
  return db.response.create({
    data: {
      id: uuidv7(),
      organizationId: step.organizationId,
      surveyId: step.surveyId ?? '',
      contactId,
      sendingId: step.sendingId,
      sendingStepId: step.id,
      status: 'completed',
      language: 'en',
      submittedAt: now(),
      ...data,
    },
  })
}
