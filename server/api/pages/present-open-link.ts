import { findChangeableSince } from '../../responses/change-response'
import { fillThanks, loadRecallValues } from '../../responses/recall-values'
import { asStoredAnswers } from '../../responses/responses'
import { toFormAnswers } from '../../responses/validate-answers'
import type { OpenLink } from '../../survey-links/open-link'
import { findLinkResponse } from '../../survey-links/submit-link-response'
import { createPageView, type PageView } from '../../survey-links/view-token'
import { loadVouchedContact } from '../../survey-links/vouched-contact'
import type { FieldValues } from '../../surveys/fields/constants'
import { asStoredFieldValues } from '../../surveys/fields/fields'
import { ScoreBand } from '../../surveys/schema'
import { chooseThanks } from '../../surveys/thanks/thanks'
import type { Language } from '../../validation/schema'
import type { OpenLinkFormData, PinPageData } from './open-link-page-data'
import { withPreselectedScore } from './page-parameters'
import type { PublicNoticePageData } from './public-page'
import { readSignedFields, type SignedToken, tokenParameter } from './signed-link-token'
import type { SurveyFormPageData } from './survey-pages'
import { type FormStep, toFormStep } from './survey-steps'

type FormState = {
  view?: PageView
  /** What the form carries. */
  fields?: FieldValues
  /** Values of hidden fields that it does not carry, for its texts. */
  known?: FieldValues
  addressParameters?: SurveyFormPageData['addressParameters']
  answers?: SurveyFormPageData['answers']
  /** Answers after which a survey with one question on a page goes on. By default, those that are shown. */
  resumed?: SurveyFormPageData['answers']
  faults?: SurveyFormPageData['faults']
  score?: string | null
  step?: FormStep
  basedOn?: number
  signed?: SignedToken | null
} & Partial<Pick<OpenLinkFormData, 'contact' | 'contactError' | 'isStale'>>

const NO_STATE: Required<
  Pick<FormState, 'answers' | 'faults' | 'fields' | 'score' | 'signed' | 'contact' | 'contactError' | 'isStale'>
> = {
  answers: new Map(),
  faults: new Map(),
  fields: {},
  score: null,
  signed: null,
  contact: { name: '', email: '' },
  contactError: null,
  isStale: false,
}

export async function presentForm(link: OpenLink, language: Language, form: FormState): Promise<SurveyFormPageData> {
  const { organization, survey } = link
  const state = { ...NO_STATE, ...form }
  const { answers, faults, fields, basedOn, signed } = state
  const shown = withPreselectedScore(survey.questions, answers, state.score)
  const known = { ...state.known, ...fields, ...readSignedFields(link, signed) }
  const contact = await loadVouchedContact(link.organizationId, signed?.visitor ?? null)
  return {
    kind: 'form',
    organization,
    language,
    ...(state.step ?? toFormStep(survey, state.resumed ?? answers, faults)),
    answers: shown,
    faults,
    ...(basedOn === undefined ? {} : { basedOn }),
    fields,
    addressParameters: state.addressParameters ?? [...Object.entries(fields), ...tokenParameter(signed)],
    recall: await loadRecallValues({ ...link, contact, fields: known }, shown, language),
    openLink: presentOpenLinkFields(link, state),
  }
}

function presentOpenLinkFields(
  { id, asksContact, pinHash }: OpenLink,
  { view, basedOn, signed, contact, contactError, isStale }: FormState & typeof NO_STATE,
): OpenLinkFormData {
  return {
    viewToken: (view ?? createPageView(id)).token,
    canChangeLanguage: pinHash === null,
    asksContact: basedOn === undefined && !signed?.visitor.email ? asksContact : 'no',
    token: signed?.token ?? '',
    contact,
    contactError,
    isStale,
  }
}

export function presentPin(
  { organization }: OpenLink,
  language: Language,
  { addressParameters, isWrong }: Pick<PinPageData, 'addressParameters' | 'isWrong'>,
): PinPageData {
  return { kind: 'pin', organization, language, addressParameters, isWrong }
}

export function presentLinkNotice(
  { organization }: OpenLink,
  language: Language,
  name: PublicNoticePageData['notice'],
  band: ScoreBand | null = null,
): PublicNoticePageData {
  return { kind: 'notice', notice: name, organization, language, band }
}

export async function presentThanks(
  link: OpenLink,
  view: PageView,
  { language, signed }: { language: Language; signed: SignedToken | null },
): Promise<PublicNoticePageData | null> {
  const stored = await findLinkResponse(link, view.id)
  if (!stored?.submittedAt) return null
  const { reviewLinks, oncePerDevice } = link
  const band = ScoreBand.nullable().parse(stored.band)
  const page = presentLinkNotice(link, language, 'thanks', band)
  const answers = asStoredAnswers(stored.answers)
  const fields = asStoredFieldValues(stored.fields)
  const contact = await loadVouchedContact(link.organizationId, signed?.visitor ?? null)
  const recall = await loadRecallValues({ ...link, contact, fields }, toFormAnswers(answers), language)
  const thanks = fillThanks(chooseThanks(link.survey, band, answers), recall, language)
  const isAskedOnce = oncePerDevice || link.obstacle || link.widget
  return {
    ...page,
    thanks,
    reviewLinks,
    ...(findChangeableAnswers(link, stored) === null ? {} : { changeHref: `${link.path}?change=${view.token}` }),
    ...(isAskedOnce ? {} : { againHref: link.path }),
  }
}

/** When the answers of a page view were given, in milliseconds; null if they cannot be changed. A full link can: nothing is added. */
export function findChangeableAnswers(
  link: OpenLink,
  stored: NonNullable<Awaited<ReturnType<typeof findLinkResponse>>>,
): number | null {
  return link.obstacle === null || link.obstacle === 'full' ? findChangeableSince(link, stored) : null
}
