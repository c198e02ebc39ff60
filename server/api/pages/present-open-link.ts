import { findChangeableSince } from '../../responses/change-response'
import { asStoredAnswers } from '../../responses/responses'
import type { OpenLink } from '../../survey-links/open-link'
import type { SignedVisitor } from '../../survey-links/signed-token'
import { findLinkResponse } from '../../survey-links/submit-link-response'
import { createPageView, type PageView } from '../../survey-links/view-token'
import { ScoreBand } from '../../surveys/schema'
import { chooseThanks } from '../../surveys/thanks/thanks'
import type { Language } from '../../validation/schema'
import type { OpenLinkFormData, PinPageData } from './open-link-page-data'
import { type PublicNoticePageData, type SurveyFormPageData, withPreselectedScore } from './survey-pages'
import { type FormStep, toFormStep } from './survey-steps'

/** A token that was accepted, and what it says. */
export type SignedToken = { token: string; visitor: SignedVisitor }

type FormState = {
  view?: PageView
  answers?: SurveyFormPageData['answers']
  faults?: SurveyFormPageData['faults']
  score?: string | null
  step?: FormStep
  basedOn?: number
  signed?: SignedToken | null
} & Partial<Pick<OpenLinkFormData, 'contact' | 'contactError' | 'isStale'>>

export function presentForm(link: OpenLink, language: Language, state: FormState): SurveyFormPageData {
  const { organization, survey, asksContact, pinHash } = link
  const { view = createPageView(link.id), answers = new Map(), faults = new Map(), score = null } = state
  const { contact = { name: '', email: '' }, contactError = null, isStale = false, basedOn, signed = null } = state
  return {
    kind: 'form',
    organization,
    language,
    ...(state.step ?? toFormStep(survey, answers, faults)),
    answers: withPreselectedScore(survey.questions, answers, score),
    faults,
    ...(basedOn === undefined ? {} : { basedOn }),
    openLink: {
      viewToken: view.token,
      canChangeLanguage: pinHash === null,
      asksContact: basedOn === undefined && !signed?.visitor.email ? asksContact : 'no',
      token: signed?.token ?? '',
      contact,
      contactError,
      isStale,
    },
  }
}

export function presentPin({ organization }: OpenLink, language: Language, isWrong: boolean): PinPageData {
  return { kind: 'pin', organization, language, isWrong }
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
  language: Language,
): Promise<PublicNoticePageData | null> {
  const stored = await findLinkResponse(link, view.id)
  if (!stored?.submittedAt) return null
  const { reviewLinks, oncePerDevice } = link
  const band = ScoreBand.nullable().parse(stored.band)
  const page = presentLinkNotice(link, language, 'thanks', band)
  const thanks = chooseThanks(link.survey, band, asStoredAnswers(stored.answers))
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
