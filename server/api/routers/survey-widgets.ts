import { revealLinkSecret, rotateLinkSecret } from '../../survey-links/link-secret'
import { LinkSecret } from '../../survey-links/schema'
import {
  CreateSurveyWidget,
  DeletedSurveyWidget,
  ListSurveyWidgets,
  SurveyWidget,
  SurveyWidgetReference,
  UpdateSurveyWidget,
} from '../../survey-widgets/schema'
import {
  createSurveyWidget,
  deleteSurveyWidget,
  getSurveyWidget,
  listSurveyWidgets,
  updateSurveyWidget,
} from '../../survey-widgets/survey-widgets'
import { one, page } from './envelope'
import { router, scopedProcedure, userProcedure } from './trpc'

const tags = ['Surveys']

export const surveyWidgetsRouter = router({
  list: scopedProcedure('surveys:read')
    .meta({
      openapi: { method: 'GET', path: '/surveys/{id}/widgets', operationId: 'listSurveyWidgets', tags },
      summary: 'List the widgets of a survey',
      description: 'Widgets show the survey on your own web site. Newest first.',
      responses: { 200: 'A page of widgets, newest first.' },
    })
    .input(ListSurveyWidgets)
    .output(page(SurveyWidget))
    .query(({ ctx, input }) => listSurveyWidgets(ctx.organizationId, input)),

  create: scopedProcedure('surveys:write')
    .meta({
      openapi: { method: 'POST', path: '/surveys/{id}/widgets', operationId: 'createSurveyWidget', tags },
      summary: 'Create a widget',
      description:
        'Put its `snippet` into the pages of your site. Only pages of its `origins` can show it. Its responses have the channel `web`, ' +
        'and its id as `surveyLinkId`.',
      responses: { 201: 'The widget, with its snippet.' },
    })
    .input(CreateSurveyWidget)
    .output(one(SurveyWidget))
    .mutation(async ({ ctx, input }) => ({ data: await createSurveyWidget(ctx.organizationId, input) })),

  get: scopedProcedure('surveys:read')
    .meta({
      openapi: { method: 'GET', path: '/surveys/{id}/widgets/{widgetId}', operationId: 'getSurveyWidget', tags },
      summary: 'Get a widget',
      description: 'With its snippet and the number of its answers.',
      responses: { 200: 'The widget.' },
    })
    .input(SurveyWidgetReference)
    .output(one(SurveyWidget))
    .query(async ({ ctx, input }) => ({ data: await getSurveyWidget(ctx.organizationId, input) })),

  update: scopedProcedure('surveys:write')
    .meta({
      openapi: { method: 'PATCH', path: '/surveys/{id}/widgets/{widgetId}', operationId: 'updateSurveyWidget', tags },
      summary: 'Change a widget',
      description:
        'Only the fields and rules you send change, on the pages within a minute. `active: false` pauses it.',
      responses: { 200: 'The widget as it is now.' },
    })
    .input(UpdateSurveyWidget)
    .output(one(SurveyWidget))
    .mutation(async ({ ctx, input }) => ({ data: await updateSurveyWidget(ctx.organizationId, input) })),

  delete: scopedProcedure('surveys:write')
    .meta({
      openapi: { method: 'DELETE', path: '/surveys/{id}/widgets/{widgetId}', operationId: 'deleteSurveyWidget', tags },
      summary: 'Delete a widget',
      description: 'Pages with its snippet show nothing any more. Its responses stay.',
      responses: { 200: 'The widget was deleted.' },
    })
    .input(SurveyWidgetReference)
    .output(one(DeletedSurveyWidget))
    .mutation(async ({ ctx, input }) => ({ data: await deleteSurveyWidget(ctx.organizationId, input) })),

  revealSecret: userProcedure('surveys:write')
    .input(SurveyWidgetReference)
    .output(one(LinkSecret))
    .mutation(async ({ ctx, input: { id, widgetId } }) => ({
      data: await revealLinkSecret(ctx.organizationId, 'widget', { id, linkId: widgetId }),
    })),

  rotateSecret: userProcedure('surveys:write')
    .input(SurveyWidgetReference)
    .output(one(LinkSecret))
    .mutation(async ({ ctx, input: { id, widgetId } }) => ({
      data: await rotateLinkSecret(ctx.organizationId, 'widget', { id, linkId: widgetId }),
    })),
})
