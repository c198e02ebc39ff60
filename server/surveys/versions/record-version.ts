import { isDeepStrictEqual } from 'node:util'
import type { Survey as SurveyRow } from '@/prisma/generated/client'
import { getCurrentActorContext } from '../../actor-context'
import { now } from '../../clock'
import type { Prisma, Tx } from '../../db'
import { deleteOldVersions } from './queries'

type Content = Pick<SurveyRow, 'questions' | 'endings' | 'layout'>

/** The first version, for `versions` of a survey that is created. */
export function firstVersion(
  content: Pick<Prisma.SurveyUncheckedCreateInput, 'questions' | 'endings' | 'layout'>,
): Prisma.SurveyVersionUncheckedCreateNestedManyWithoutSurveyInput {
  const { questions = [], endings = [], layout = 'all' } = content
  return { create: { number: 1, questions, endings, layout, ...currentAuthor() } }
}

/**
 * Keeps the content of a survey that was changed as its next version. The caller holds the lock of the survey.
 * @returns the number of its version; the same if the content is
 */
export async function recordVersion(tx: Tx, before: SurveyRow, after: Content): Promise<number> {
  const { id: surveyId, organizationId, version } = before
  if (isDeepStrictEqual(toContent(before), toContent(after))) return version
  const toRow = (number: number, content: Content) => ({
    organizationId,
    surveyId,
    number,
    ...(toContent(content) as Required<Pick<Prisma.SurveyVersionUncheckedCreateInput, keyof Content>>),
  })
  // A survey that an earlier release created during an upgrade has no row yet.
  const former = { ...toRow(version, before), createdAt: before.updatedAt }
  await tx.surveyVersion.createMany({
    data: [former, { ...toRow(version + 1, after), ...currentAuthor() }],
    skipDuplicates: true,
  })
  await deleteOldVersions(tx, organizationId, surveyId, version + 1)
  return version + 1
}

function toContent({ questions, endings, layout }: Content): Content {
  return { questions, endings, layout }
}

function currentAuthor() {
  const { type, id, name } = getCurrentActorContext().actor
  return { actorType: type, actorId: id, actorName: name, createdAt: now() }
}
