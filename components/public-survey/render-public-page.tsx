/** @jsxImportSource preact */

import type { EmailConsentPageData } from '@/server/api/pages/email-consent-pages'
import type { PinPageData } from '@/server/api/pages/open-link-page-data'
import type { PreferenceLinkPageData } from '@/server/api/pages/preference-link-page'
import type { PublicNoticePageData } from '@/server/api/pages/public-page'
import type { SurveyFormPageData } from '@/server/api/pages/survey-pages'
import { getTranslator } from '@/server/messages/message-catalogue'
import type { PreferenceChoices } from '@/server/responses/email-consent'
import { pickTranslation } from '@/server/surveys/constants'
import type { ThanksPage } from '@/server/surveys/thanks/thanks'
import type { Language } from '@/server/validation/schema'
import { toHref } from './href'
import { TEXT_INPUT_CSS } from './open-link-fields'
import { PREFERENCE_FORM_CSS, PreferenceForm } from './preference-form'
import { renderPinPage } from './render-pin-page'
import { renderPreferenceLinkPage } from './render-preference-link-page'
import { buildSurveyFormLogic, recallsAnswers, SurveyForm } from './survey-form'
import { renderSurveyHtmlDocument } from './survey-html-document'
import { ThanksLinks } from './thanks-links'

export type PublicPage =
  | SurveyFormPageData
  | PinPageData
  | EmailConsentPageData
  | PreferenceLinkPageData
  | PublicNoticePageData

export type PublicPageRenderOptions = {
  nonce: string
  path: string
  isPreview?: boolean
  /** Of the pages that show it in a frame, as a widget. */
  frameOrigins?: readonly string[]
}

export function renderPublicPageHtml(page: PublicPage, rendering: PublicPageRenderOptions): string {
  if (page.kind === 'preferenceLink') return renderPreferenceLinkPage(page, rendering)
  if (page.kind === 'form') return renderSurvey(page, rendering)
  if (page.kind === 'pin') return renderPinPage(page, rendering)
  return page.kind === 'consent' ? renderConsent(page, rendering) : renderNotice(page, rendering)
}

function renderSurvey(page: SurveyFormPageData, rendering: PublicPageRenderOptions): string {
  const { nonce, path, isPreview = false, frameOrigins } = rendering
  const { organization: branding, language, faults, openLink } = page
  const t = getTranslator(language, 'survey')
  const organization = branding.name
  const logic = buildSurveyFormLogic(page)
  return renderSurveyHtmlDocument({
    kind: 'form',
    title: t(faults.size > 0 || openLink?.contactError ? 'titleWithFaults' : 'title', { organization }),
    linkPreview: { title: t('title', { organization }), description: t('card', { organization }) },
    language,
    organization: branding,
    languageHref: isPreview ? null : formLanguageHref(page, path),
    nonce,
    extraCss: logic.css + (openLink ? TEXT_INPUT_CSS : ''),
    script: !isPreview,
    recallScript: !isPreview && recallsAnswers(page),
    frameOrigins,
    ...(isPreview ? { banner: t('preview') } : page.isTest ? { banner: t('test') } : {}),
    footer: t('goesTo', { organization }),
    children: (
      <main>
        <SurveyForm page={page} path={path} isPreview={isPreview} logic={logic} />
      </main>
    ),
  })
}

type LanguageHref = ((language: Language) => string) | null

function formLanguageHref(
  { openLink, basedOn, addressParameters = [] }: SurveyFormPageData,
  path: string,
): LanguageHref {
  const isChange = basedOn !== undefined
  if (openLink && !openLink.canChangeLanguage && !isChange) return null
  const own: [string, string][] =
    openLink || isChange ? [[isChange ? 'change' : 'view', openLink?.viewToken ?? '']] : []
  return (other) => toHref(path, [['lang', other], ...own, ...addressParameters])
}

function renderNotice(
  {
    notice,
    organization: branding,
    language,
    band,
    reviewLinks = [],
    changeHref,
    againHref,
    isTest,
    ...page
  }: PublicNoticePageData,
  { nonce, path, isPreview = false, frameOrigins }: PublicPageRenderOptions,
): string {
  const organization = branding?.name ?? ''
  const t = getTranslator(language, 'survey')
  const isThanks = notice === 'thanks'
  const { thanks = {}, isRedirect = false } = page
  const usualBody = isThanks ? t(`thanks.${band ?? 'plain'}`, { organization }) : t(`${notice}.body`, { organization })
  const { title, body } = pickThanksTexts(thanks, language, { title: t(`${notice}.title`), text: usualBody })
  return renderSurveyHtmlDocument({
    kind: notice,
    title,
    // Nothing that depends on the answers may appear in link previews.
    linkPreview: {
      title: t(`${notice}.title`),
      description: isThanks ? t('thanks.plain', { organization }) : usualBody,
    },
    language,
    organization: branding,
    languageHref: branding && noticeLanguageHref(notice, path, isPreview),
    nonce,
    // The script submits or discards an unsent response stored on this device.
    script: !isPreview && /^\/[sfw]\//.test(path),
    frameOrigins,
    ...noticeBanner(t, isPreview, isTest),
    children: (
      <main>
        <div class="wide note">
          <h1 dir="auto">{title}</h1>
          {body && <p dir="auto">{body}</p>}
          <ThanksLinks
            thanks={thanks}
            isRedirect={isRedirect}
            reviewLinks={reviewLinks}
            language={language}
            organization={organization}
            isFramed={frameOrigins !== undefined}
          />
          {isThanks && !thanks.redirectUrl && !frameOrigins && <p class="small">{t('thanks.close')}</p>}
          <ThanksLink href={changeHref} label={t('changes.link')} />
          <ThanksLink href={againHref} label={t('openLink.again')} />
        </div>
      </main>
    ),
  })
}

function pickThanksTexts(thanks: ThanksPage, language: Language, usual: { title: string; text: string }) {
  const { title, text } = thanks
  return {
    title: title ? pickTranslation(title, language) : usual.title,
    body: text === undefined ? usual.text : text && pickTranslation(text, language),
  }
}

function noticeBanner(t: ReturnType<typeof getTranslator<'survey'>>, isPreview: boolean, isTest = false) {
  if (!isPreview && !isTest) return {}
  return { banner: t(isPreview ? 'preview' : 'test') }
}

/** Null for the thanks of an open link or a widget, which would begin again, and for a preview. */
function noticeLanguageHref(notice: PublicNoticePageData['notice'], path: string, isPreview: boolean): LanguageHref {
  if (isPreview || (notice === 'thanks' && /^\/[fw]\//.test(path))) return null
  return (other) => `${path}?lang=${other}`
}

function ThanksLink({ href, label }: { href: string | undefined; label: string }) {
  if (href === undefined) return null
  return (
    <p class="small">
      <a href={href}>{label}</a>
    </p>
  )
}

function renderConsent(page: EmailConsentPageData, { nonce, path }: PublicPageRenderOptions): string {
  const { about, organization, language, email, hasOptedOut, preferences, isSaved } = page
  const t = getTranslator(language, 'survey')
  const action = `${path}?lang=${language}`
  const values = { organization: organization.name, email }
  const hasSaved = isSaved && !hasOptedOut && preferences !== null
  const title = hasSaved ? t('preferences.saved') : t(`${about}.${hasOptedOut ? 'doneTitle' : 'title'}`)
  const form = !hasOptedOut && preferences && (
    <PreferenceForm
      choices={preferences}
      isSaved={hasSaved}
      organization={organization.name}
      language={language}
      action={action}
    />
  )
  return renderSurveyHtmlDocument({
    kind: 'consent',
    title,
    language,
    organization,
    languageHref: (other) => `${path}?lang=${other}`,
    nonce,
    extraCss: form ? PREFERENCE_FORM_CSS : '',
    children: hasSaved ? (
      <main>
        <div class="wide note">
          <h1>{title}</h1>
          <p>{t('preferences.summary', summarize(page, preferences))}</p>
        </div>
        {form}
        <div class="wide note rest">
          <ConsentButton page={page} action={action} isQuiet />
        </div>
      </main>
    ) : (
      <main>
        <div class="wide note">
          <h1>{title}</h1>
          <p>{t(`${about}.${hasOptedOut ? 'doneBody' : 'body'}`, values)}</p>
          {hasOptedOut && <p class="small">{t(`${about}.again`)}</p>}
          <ConsentButton page={page} action={action} isQuiet={hasOptedOut} />
        </div>
        {form}
      </main>
    ),
  })
}

type ConsentButtonProps = { page: EmailConsentPageData; action: string; isQuiet: boolean }

function ConsentButton({ page: { about, language, hasOptedOut }, action, isQuiet }: ConsentButtonProps) {
  const t = getTranslator(language, 'survey')
  return (
    <form method="post" action={action}>
      <button
        class={isQuiet ? 'send quiet' : 'send'}
        type="submit"
        name="_action"
        value={hasOptedOut ? 'subscribe' : 'unsubscribe'}
      >
        {t(`${about}.${hasOptedOut ? 'subscribe' : 'action'}`)}
      </button>
    </form>
  )
}

function summarize({ organization }: EmailConsentPageData, choices: PreferenceChoices) {
  const { fewerSurveys, noEmail, noSms, messageLanguage, channels } = choices
  return {
    organization: organization.name,
    frequency: fewerSurveys ? 'fewer' : 'all',
    channel: noEmail ? 'sms' : noSms || channels?.hasAnsweredStop ? 'email' : 'both',
    language: messageLanguage,
  }
}
