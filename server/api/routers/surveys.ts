import { z } from 'zod'
import { getOrganization } from '../../organizations/organizations'
import { ScoreDrivers } from '../../overview/schema'
import { findScoreDrivers } from '../../overview/score-drivers'
import { listSurveysWithStats } from '../../responses/list-surveys-with-stats'
import { SurveyWithStats } from '../../responses/schema'
import { compareSurveyResults } from '../../survey-results/compare-survey-results'
import { countAnswersByQuestion } from '../../survey-results/count-answers-by-question'
import { loadSurveyResults } from '../../survey-results/load-survey-results'
import { resolveResultsScope } from '../../survey-results/resolve-results-scope'
import {
  CompareSurveyResults,
  QuestionAnswerCounts,
  SurveyResults,
  SurveyResultsComparison,
  SurveyResultsQuery,
} from '../../survey-results/schema'
import { duplicateSurvey } from '../../surveys/duplicate-survey'
import { normalizeSurvey } from '../../surveys/normalize-survey'
import { listQuestionsIncludingMetric } from '../../surveys/questions'
import {
  BrowseSurveys,
  CreateSurvey,
  DeletedSurvey,
  DuplicateSurvey,
  ListSurveys,
  Survey,
  SurveyContent,
  SurveyUsage,
  UpdateSurvey,
} from '../../surveys/schema'
import {
  createSurvey,
  deleteSurvey,
  getSurvey,
  getSurveyUsage,
  listSurveys,
  undeleteSurvey,
  updateSurvey,
} from '../../surveys/surveys'
import { SurveyTemplate } from '../../surveys/templates/schema'
import { listSurveyTemplates } from '../../surveys/templates/survey-templates'
import {
  ListSurveyVersions,
  SurveyVersion,
  SurveyVersionReference,
  SurveyVersionSummary,
} from '../../surveys/versions/schema'
import { getSurveyVersion, listSurveyVersions, restoreSurveyVersion } from '../../surveys/versions/survey-versions'
import { Id, Language } from '../../validation/schema'
import { one, page } from './envelope'
import { router, scopedProcedure } from './trpc'

const tags = ['Surveys']

export const surveysRouter = router({
  list: scopedProcedure('surveys:read')
    .meta({
      openapi: { method: 'GET', path: '/surveys', operationId: 'listSurveys', tags },
      summary: 'List surveys',
      description: 'Newest first, including archived surveys. You can combine filters.',
      responses: { 200: 'A page of surveys, newest first.' },
    })
    .input(ListSurveys)
    .output(page(Survey))
    .query(({ ctx, input }) => listSurveys(ctx.organizationId, input)),

  create: scopedProcedure('surveys:write')
    .meta({
      openapi: { method: 'POST', path: '/surveys', operationId: 'createSurvey', tags },
      summary: 'Create a survey',
      description:
        'A survey of type nps, csat or ces always asks its metric first. Include a question of that type to change the ' +
        'default wording; otherwise `questions: []` is a complete survey. A custom survey asks only what you send.',
      responses: { 201: 'The survey as stored.' },
    })
    .input(CreateSurvey)
    .output(one(Survey))
    .mutation(async ({ ctx, input }) => ({ data: await createSurvey(ctx.organizationId, input) })),

  // A mutation, because a file is too large for an address.
  normalize: scopedProcedure('surveys:write')
    .input(CreateSurvey)
    .output(one(SurveyContent))
    .mutation(({ input }) => ({ data: normalizeSurvey(input) })),

  duplicate: scopedProcedure('surveys:write')
    .input(DuplicateSurvey)
    .output(one(z.object({ id: Id })))
    .mutation(async ({ ctx, input }) => ({ data: await duplicateSurvey(ctx.organizationId, input) })),

  get: scopedProcedure('surveys:read')
    .meta({
      openapi: { method: 'GET', path: '/surveys/{id}', operationId: 'getSurvey', tags },
      summary: 'Get a survey',
      description: 'Returns one survey with its questions.',
      responses: { 200: 'The survey.' },
    })
    .input(z.object({ id: Id }))
    .output(one(Survey))
    .query(async ({ ctx, input }) => ({ data: await getSurvey(ctx.organizationId, input.id) })),

  update: scopedProcedure('surveys:write')
    .meta({
      openapi: { method: 'PATCH', path: '/surveys/{id}', operationId: 'updateSurvey', tags },
      summary: 'Change a survey',
      description:
        'Only the fields you send change. `questions` replaces the whole list. The type cannot change. Responses ' +
        'keep the wording people answered.',
      responses: { 200: 'The survey as it is now.' },
      errors: ['CHANGED_MEANWHILE'],
    })
    .input(UpdateSurvey)
    .output(one(Survey))
    .mutation(async ({ ctx, input }) => ({ data: await updateSurvey(ctx.organizationId, input) })),

  delete: scopedProcedure('surveys:write')
    .meta({
      openapi: { method: 'DELETE', path: '/surveys/{id}', operationId: 'deleteSurvey', tags },
      summary: 'Delete a survey',
      description:
        'Deletes the survey for good and keeps its responses. Refused while a sequence that is not archived sends it.',
      responses: { 200: 'The survey was deleted.' },
      errors: ['SURVEY_IN_USE'],
    })
    .input(z.object({ id: Id }))
    .output(one(DeletedSurvey))
    .mutation(async ({ ctx, input }) => ({ data: await deleteSurvey(ctx.organizationId, input.id) })),

  undelete: scopedProcedure('surveys:write')
    .input(z.object({ id: Id }))
    .output(one(Survey))
    .mutation(async ({ ctx, input }) => ({ data: await undeleteSurvey(ctx.organizationId, input.id) })),

  getWithQuestions: scopedProcedure('surveys:read')
    .input(z.object({ id: Id }))
    .output(one(Survey))
    .query(async ({ ctx, input }) => {
      const survey = await getSurvey(ctx.organizationId, input.id)
      return { data: { ...survey, questions: listQuestionsIncludingMetric(survey) } }
    }),

  use: scopedProcedure('surveys:read')
    .input(z.object({ id: Id }))
    .output(one(SurveyUsage))
    .query(async ({ ctx, input }) => ({ data: await getSurveyUsage(ctx.organizationId, input.id) })),

  defaultLanguage: scopedProcedure('surveys:read')
    .output(one(Language))
    .query(async ({ ctx }) => ({ data: (await getOrganization(ctx.organizationId)).defaultLanguage })),

  versions: scopedProcedure('surveys:read')
    .input(ListSurveyVersions)
    .output(page(SurveyVersionSummary))
    .query(({ ctx, input }) => listSurveyVersions(ctx.organizationId, input)),

  getVersion: scopedProcedure('surveys:read')
    .input(SurveyVersionReference)
    .output(one(SurveyVersion))
    .query(async ({ ctx, input }) => ({ data: await getSurveyVersion(ctx.organizationId, input) })),

  restoreVersion: scopedProcedure('surveys:write')
    .input(SurveyVersionReference)
    .output(one(Survey))
    .mutation(async ({ ctx, input }) => ({ data: await restoreSurveyVersion(ctx.organizationId, input) })),

  templates: scopedProcedure('surveys:read')
    .output(one(z.array(SurveyTemplate)))
    .query(() => ({ data: listSurveyTemplates() })),

  answerCounts: scopedProcedure('responses:read')
    .input(z.object({ id: Id }))
    .output(one(QuestionAnswerCounts))
    .query(async ({ ctx, input }) => ({ data: await countAnswersByQuestion(ctx.organizationId, input.id) })),

  browse: scopedProcedure('surveys:read')
    .input(BrowseSurveys)
    .output(page(SurveyWithStats))
    .query(({ ctx, input }) => listSurveysWithStats(ctx.organizationId, input)),

  results: scopedProcedure('responses:read')
    .meta({
      openapi: { method: 'GET', path: '/surveys/{id}/results', operationId: 'getSurveyResults', tags },
      summary: 'Get the results of a survey',
      description:
        'How its questions were answered, as the page of its results tells it: counts and shares with intervals, scores, their trend, ' +
        'the latest texts, and where people stopped. Responses that count in scores and match all filters are counted. With a filter ' +
        'other than the period, the latest 20,000 of them are: compare `counted` with `responses`.',
      responses: { 200: 'The results.' },
    })
    .input(SurveyResultsQuery)
    .output(one(SurveyResults))
    .query(async ({ ctx, input }) => ({ data: await loadSurveyResults(ctx.organizationId, input) })),

  compareResults: scopedProcedure('responses:read')
    .input(CompareSurveyResults)
    .output(one(SurveyResultsComparison))
    .query(async ({ ctx, input }) => ({ data: await compareSurveyResults(ctx.organizationId, input) })),

  drivers: scopedProcedure('responses:read')
    .input(SurveyResultsQuery)
    .output(one(ScoreDrivers))
    .query(async ({ ctx: { organizationId }, input }) => {
      await getSurvey(organizationId, input.id)
      const { filter } = await resolveResultsScope(organizationId, input)
      return { data: await findScoreDrivers(organizationId, filter) }
    }),
})
