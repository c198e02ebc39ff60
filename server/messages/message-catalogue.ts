import { createTranslator } from 'use-intl/core'
import { isolateBidiValues } from './bidi-isolate'
import enAlerts from './en/alerts.json'
import enAudit from './en/audit.json'
import enAuth from './en/auth.json'
import enBulkActions from './en/bulkActions.json'
import enCases from './en/cases.json'
import enCommon from './en/common.json'
import enContacts from './en/contacts.json'
import enDigests from './en/digests.json'
import enDocs from './en/docs.json'
import enEmail from './en/email.json'
import enEntry from './en/entry.json'
import enErrors from './en/errors.json'
import enForecast from './en/forecast.json'
import enImports from './en/imports.json'
import enLinkDomain from './en/linkDomain.json'
import enLists from './en/lists.json'
import enMailEvents from './en/mailEvents.json'
import enMembers from './en/members.json'
import enMenu from './en/menu.json'
import enMerge from './en/merge.json'
import enMissing from './en/missing.json'
import enNav from './en/nav.json'
import enOperations from './en/operations.json'
import enOutbox from './en/outbox.json'
import enOverview from './en/overview.json'
import enPreview from './en/preview.json'
import enProfile from './en/profile.json'
import enProperties from './en/properties.json'
import enRecords from './en/records.json'
import enResponses from './en/responses.json'
import enReviews from './en/reviews.json'
import enSandbox from './en/sandbox.json'
import enSender from './en/sender.json'
import enSendingDomain from './en/sendingDomain.json'
import enSendingHealth from './en/sendingHealth.json'
import enSequenceResults from './en/sequenceResults.json'
import enSequenceRules from './en/sequenceRules.json'
import enSequences from './en/sequences.json'
import enSequenceTemplates from './en/sequenceTemplates.json'
import enSettings from './en/settings.json'
import enSharedResults from './en/sharedResults.json'
import enSharing from './en/sharing.json'
import enStepConditions from './en/stepConditions.json'
import enSuppressions from './en/suppressions.json'
import enSurvey from './en/survey.json'
import enSurveyResults from './en/surveyResults.json'
import enSurveys from './en/surveys.json'
import enSurveyTemplates from './en/surveyTemplates.json'
import enSurveyVersions from './en/surveyVersions.json'
import enSurveyWidgets from './en/surveyWidgets.json'
import enTemplates from './en/templates.json'
import enTestOrganization from './en/testOrganization.json'
import enTimeline from './en/timeline.json'
import enTrigger from './en/trigger.json'
import enVisits from './en/visits.json'
import enWebhooks from './en/webhooks.json'
import frAlerts from './fr/alerts.json'
import frAudit from './fr/audit.json'
import frAuth from './fr/auth.json'
import frBulkActions from './fr/bulkActions.json'
import frCases from './fr/cases.json'
import frCommon from './fr/common.json'
import frContacts from './fr/contacts.json'
import frDigests from './fr/digests.json'
import frDocs from './fr/docs.json'
import frEmail from './fr/email.json'
import frEntry from './fr/entry.json'
import frErrors from './fr/errors.json'
import frForecast from './fr/forecast.json'
import frImports from './fr/imports.json'
import frLinkDomain from './fr/linkDomain.json'
import frLists from './fr/lists.json'
import frMailEvents from './fr/mailEvents.json'
import frMembers from './fr/members.json'
import frMenu from './fr/menu.json'
import frMerge from './fr/merge.json'
import frMissing from './fr/missing.json'
import frNav from './fr/nav.json'
import frOperations from './fr/operations.json'
import frOutbox from './fr/outbox.json'
import frOverview from './fr/overview.json'
import frPreview from './fr/preview.json'
import frProfile from './fr/profile.json'
import frProperties from './fr/properties.json'
import frRecords from './fr/records.json'
import frResponses from './fr/responses.json'
import frReviews from './fr/reviews.json'
import frSandbox from './fr/sandbox.json'
import frSender from './fr/sender.json'
import frSendingDomain from './fr/sendingDomain.json'
import frSendingHealth from './fr/sendingHealth.json'
import frSequenceResults from './fr/sequenceResults.json'
import frSequenceRules from './fr/sequenceRules.json'
import frSequences from './fr/sequences.json'
import frSequenceTemplates from './fr/sequenceTemplates.json'
import frSettings from './fr/settings.json'
import frSharedResults from './fr/sharedResults.json'
import frSharing from './fr/sharing.json'
import frStepConditions from './fr/stepConditions.json'
import frSuppressions from './fr/suppressions.json'
import frSurvey from './fr/survey.json'
import frSurveyResults from './fr/surveyResults.json'
import frSurveys from './fr/surveys.json'
import frSurveyTemplates from './fr/surveyTemplates.json'
import frSurveyVersions from './fr/surveyVersions.json'
import frSurveyWidgets from './fr/surveyWidgets.json'
import frTemplates from './fr/templates.json'
import frTestOrganization from './fr/testOrganization.json'
import frTimeline from './fr/timeline.json'
import frTrigger from './fr/trigger.json'
import frVisits from './fr/visits.json'
import frWebhooks from './fr/webhooks.json'
import type { Locale } from './locale'

/*
 * All user-facing text in both languages, for pages, mail and the survey page. Imports no code outside this folder, so
 * components can import it.
 *
 * A namespace consists of en/<namespace>.json and fr/<namespace>.json, their two imports above and one line below.
 * English defines the keys; the compiler requires each of them in French, and a test compares the arguments. Next.js
 * imports the files compiled (next.config.mjs); elsewhere use-intl parses their texts.
 */
const CATALOGUE = {
  alerts: bilingual(enAlerts, frAlerts),
  audit: bilingual(enAudit, frAudit),
  auth: bilingual(enAuth, frAuth),
  bulkActions: bilingual(enBulkActions, frBulkActions),
  cases: bilingual(enCases, frCases),
  common: bilingual(enCommon, frCommon),
  contacts: bilingual(enContacts, frContacts),
  digests: bilingual(enDigests, frDigests),
  docs: bilingual(enDocs, frDocs),
  email: bilingual(enEmail, frEmail),
  entry: bilingual(enEntry, frEntry),
  errors: bilingual(enErrors, frErrors),
  imports: bilingual(enImports, frImports),
  lists: bilingual(enLists, frLists),
  linkDomain: bilingual(enLinkDomain, frLinkDomain),
  mailEvents: bilingual(enMailEvents, frMailEvents),
  members: bilingual(enMembers, frMembers),
  menu: bilingual(enMenu, frMenu),
  merge: bilingual(enMerge, frMerge),
  missing: bilingual(enMissing, frMissing),
  nav: bilingual(enNav, frNav),
  operations: bilingual(enOperations, frOperations),
  outbox: bilingual(enOutbox, frOutbox),
  overview: bilingual(enOverview, frOverview),
  records: bilingual(enRecords, frRecords),
  preview: bilingual(enPreview, frPreview),
  profile: bilingual(enProfile, frProfile),
  properties: bilingual(enProperties, frProperties),
  responses: bilingual(enResponses, frResponses),
  reviews: bilingual(enReviews, frReviews),
  sandbox: bilingual(enSandbox, frSandbox),
  sendingDomain: bilingual(enSendingDomain, frSendingDomain),
  sendingHealth: bilingual(enSendingHealth, frSendingHealth),
  sender: bilingual(enSender, frSender),
  forecast: bilingual(enForecast, frForecast),
  sequenceResults: bilingual(enSequenceResults, frSequenceResults),
  sequenceRules: bilingual(enSequenceRules, frSequenceRules),
  sequenceTemplates: bilingual(enSequenceTemplates, frSequenceTemplates),
  sequences: bilingual(enSequences, frSequences),
  settings: bilingual(enSettings, frSettings),
  stepConditions: bilingual(enStepConditions, frStepConditions),
  suppressions: bilingual(enSuppressions, frSuppressions),
  survey: bilingual(enSurvey, frSurvey),
  sharedResults: bilingual(enSharedResults, frSharedResults),
  sharing: bilingual(enSharing, frSharing),
  surveyResults: bilingual(enSurveyResults, frSurveyResults),
  surveys: bilingual(enSurveys, frSurveys),
  surveyTemplates: bilingual(enSurveyTemplates, frSurveyTemplates),
  surveyVersions: bilingual(enSurveyVersions, frSurveyVersions),
  surveyWidgets: bilingual(enSurveyWidgets, frSurveyWidgets),
  templates: bilingual(enTemplates, frTemplates),
  testOrganization: bilingual(enTestOrganization, frTestOrganization),
  timeline: bilingual(enTimeline, frTimeline),
  trigger: bilingual(enTrigger, frTrigger),
  visits: bilingual(enVisits, frVisits),
  webhooks: bilingual(enWebhooks, frWebhooks),
}

export type Namespace = keyof typeof CATALOGUE
export type Messages = { [N in Namespace]: (typeof CATALOGUE)[N]['en'] }
export const NAMESPACES = Object.keys(CATALOGUE) as Namespace[]

export function pickMessages<N extends Namespace>(locale: Locale, namespaces: readonly N[]): Pick<Messages, N> {
  const picked = namespaces.map((namespace) => [namespace, CATALOGUE[namespace][locale]] as const)
  return Object.fromEntries(picked) as Pick<Messages, N>
}

/**
 * Translates the keys of one namespace, for server code and mail: `getTranslator('fr', 'nav')('overview')`. Formats dates
 * in UTC and isolates right-to-left values.
 */
export function getTranslator<N extends Namespace>(locale: Locale, namespace: N): Translator<N> {
  const key = `${locale} ${namespace}`
  const cached = (translators.get(key) as Translator<N> | undefined) ?? newTranslator(locale, namespace)
  translators.set(key, cached)
  return cached
}

export type Translator<N extends Namespace> = ReturnType<typeof newTranslator<N>>

const translators = new Map<string, unknown>()

function newTranslator<N extends Namespace>(locale: Locale, namespace: N) {
  const messages = pickMessages(locale, [namespace]) as Messages
  const t = createTranslator<Messages, N>({ locale, namespace, messages, timeZone: 'UTC' })
  // The library's types for these functions are too large for the compiler to infer a wrapper.
  type Translate = (key: never, values?: unknown, ...rest: never[]) => unknown
  const isolating =
    (translate: Translate): Translate =>
    (key, values, ...rest) =>
      translate(key, isolateBidiValues(values), ...rest)
  const { rich, markup, raw, has } = t as unknown as Record<'rich' | 'markup' | 'raw' | 'has', Translate>
  return Object.assign(isolating(t as unknown as Translate), {
    rich: isolating(rich),
    markup: isolating(markup),
    raw,
    has,
  }) as unknown as typeof t
}

function bilingual<T>(en: T, fr: NoInfer<T>): { en: T; fr: T } {
  return { en, fr }
}
