import type { SurveyLink as SurveyLinkRow, SurveyWidget as SurveyWidgetRow } from '@/prisma/generated/client'
import { db, Prisma } from '../db'
import { env } from '../env'
import { NotFound } from '../errors'
import { type Page, pageOffset, toPage } from '../paging'
import { encryptNewSecret } from '../survey-links/link-secret'
import {
  findSurvey,
  insertLinks,
  presentSurveyLinks,
  randomSlug,
  settingsReferences,
  toColumns,
  updateLink,
} from '../survey-links/survey-links'
import { transact } from '../unit-of-work'
import type { LocalizedText } from '../validation/schema'
import { DEFAULT_RULES } from './constants'
import { lockWidget } from './lock-widget'
import {
  type CreateSurveyWidget,
  type ListSurveyWidgets,
  type SurveyWidget,
  type SurveyWidgetReference,
  type UpdateSurveyWidget,
  WidgetKind,
  WidgetPosition,
  WidgetRules,
} from './schema'

/* A widget is an open link with a row of its own beside it, under the same id: its answers are stored and limited as those of links. */

/** Newest first. @throws {NotFound} for an unknown survey */
export async function listSurveyWidgets(organizationId: string, input: ListSurveyWidgets): Promise<Page<SurveyWidget>> {
  const survey = await findSurvey(db, organizationId, input.id)
  const where = { organizationId, surveyId: input.id, widget: { isNot: null } }
  const [rows, total] = await Promise.all([
    db.surveyLink.findMany({
      where,
      include: { widget: true },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      skip: pageOffset(input),
      take: input.limit,
    }),
    db.surveyLink.count({ where }),
  ])
  return toPage(await presentWidgets(organizationId, rows, survey.isOpen), total, input)
}

/** @throws {NotFound} */
export async function getSurveyWidget(
  organizationId: string,
  { id, widgetId }: SurveyWidgetReference,
): Promise<SurveyWidget> {
  const survey = await findSurvey(db, organizationId, id)
  const row = await db.surveyLink.findFirst({
    where: { organizationId, surveyId: id, id: widgetId },
    include: { widget: true },
  })
  const [widget] = row ? await presentWidgets(organizationId, [row], survey.isOpen) : []
  if (!widget) throw new NotFound('surveyWidget')
  return widget
}

/** @throws {NotFound} for an unknown survey @throws {ValidationError} */
export async function createSurveyWidget(organizationId: string, input: CreateSurveyWidget): Promise<SurveyWidget> {
  const { id: surveyId, name, kind, origins, position, buttonText, rules, ...settings } = input
  const columns = await toColumns(settings)
  const widgetId = await transact(async ({ tx }) => {
    const link = { slug: randomSlug(), ...columns, name, ...settingsReferences(settings) }
    const [id = ''] = await insertLinks(tx, organizationId, surveyId, [link], { areOfWidgets: true })
    const look = lookColumns({ kind, origins, position, buttonText })
    const data = { id, organizationId, kind, ...look, rules: { ...DEFAULT_RULES, ...rules } }
    await tx.surveyWidget.create({ data, select: { id: true } })
    const secretEncrypted = encryptNewSecret(id)
    await tx.surveyLink.update({ where: { id, organizationId }, data: { secretEncrypted }, select: { id: true } })
    return id
  })
  return getSurveyWidget(organizationId, { id: surveyId, widgetId })
}

/** Only the given fields and rules change. @throws {NotFound} @throws {ValidationError} */
export async function updateSurveyWidget(organizationId: string, input: UpdateSurveyWidget): Promise<SurveyWidget> {
  const { id: surveyId, widgetId, name, kind, origins, position, buttonText, rules, ...settings } = input
  const columns = await toColumns(settings)
  await transact(async ({ tx }) => {
    const row = await lockWidget(tx, organizationId, { id: surveyId, widgetId })
    const references = settingsReferences(settings)
    await updateLink(tx, organizationId, widgetId, {
      ...columns,
      ...references,
      ...(name === undefined ? {} : { name }),
    })
    const data = {
      ...lookColumns({ kind, origins, position, buttonText }),
      ...(rules === undefined ? {} : { rules: { ...WidgetRules.parse(row.rules), ...rules } }),
    }
    await tx.surveyWidget.update({ where: { id: widgetId, organizationId }, data, select: { id: true } })
  })
  return getSurveyWidget(organizationId, { id: surveyId, widgetId })
}

/** Its responses stay. @throws {NotFound} */
export async function deleteSurveyWidget(
  organizationId: string,
  { id, widgetId }: SurveyWidgetReference,
): Promise<{ id: string; deleted: true }> {
  const where = { organizationId, surveyId: id, id: widgetId, widget: { isNot: null } }
  const { count } = await db.surveyLink.deleteMany({ where })
  if (count === 0) throw new NotFound('surveyWidget')
  return { id: widgetId, deleted: true }
}

type Look = Pick<UpdateSurveyWidget, 'kind' | 'origins' | 'position' | 'buttonText'>

function lookColumns({ kind, origins, position, buttonText }: { [Field in keyof Look]: Look[Field] | undefined }) {
  return {
    ...(kind === undefined ? {} : { kind }),
    ...(origins === undefined ? {} : { origins }),
    ...(position === undefined ? {} : { position }),
    ...(buttonText === undefined ? {} : { buttonText: buttonText ?? Prisma.DbNull }),
  }
}

type Row = SurveyLinkRow & { widget: SurveyWidgetRow | null }

async function presentWidgets(organizationId: string, rows: readonly Row[], isSurveyOpen: boolean) {
  const links = await presentSurveyLinks(organizationId, rows, isSurveyOpen)
  return links.flatMap(
    ({ url: _url, slug: key, placement: _placement, hasPin: _hasPin, oncePerDevice: _once, ...link }, index) => {
      const widget = rows[index]?.widget
      return widget ? { ...link, ...presentLook(key, widget) } : []
    },
  )
}

function presentLook(key: string, { kind, position, buttonText, origins, rules }: SurveyWidgetRow) {
  return {
    key,
    snippet: `<script src="${env.baseUrl}/widget.js" data-widget="${key}" async></script>`,
    frameUrl: `${env.baseUrl}/w/${key}?embed`,
    kind: WidgetKind.parse(kind),
    position: WidgetPosition.parse(position),
    buttonText: buttonText as LocalizedText | null,
    origins,
    rules: WidgetRules.parse(rules),
  }
}
