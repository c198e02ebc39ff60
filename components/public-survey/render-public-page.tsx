/** @jsxImportSource preact */

import type { PreferenceLinkPageData } from '@/server/api/pages/preference-link-page'
import type { EmailConsentPageData, PublicNoticePageData, SurveyFormPageData } from '@/server/api/pages/survey-pages'
import { getTranslator } from '@/server/messages/message-catalogue'
import type { PreferenceChoices } from '@/server/responses/email-consent'
import { conditionalQuestionCss } from './conditional-question-css'
import { PREFERENCE_FORM_CSS, PreferenceForm } from './preference-form'
import { QuestionField } from './question-field'
import { renderPreferenceLinkPage } from './render-preference-link-page'
import { renderSurveyHtmlDocument } from './survey-html-document'

export type PublicPage = SurveyFormPageData | EmailConsentPageData | PreferenceLinkPageData | PublicNoticePageData

export type PublicPageRenderOptions = {
  nonce: string
  path: string
  isPreview?: boolean
}

export function renderPublicPageHtml(page: PublicPage, rendering: PublicPageRenderOptions): string {
  if (page.kind === 'preferenceLink') return renderPreferenceLinkPage(page, rendering)
  if (page.kind === 'form') return renderSurvey(page, rendering)
  return page.kind === 'consent' ? renderConsent(page, rendering) : renderNotice(page, rendering)
}

function renderSurvey(page: SurveyFormPageData, { nonce, path, isPreview = false }: PublicPageRenderOptions): string {
  const { organization: branding, language, questions, answers, faults } = page
  const t = getTranslator(language, 'survey')
  const organization = branding.name
  const fields = questions.map((question, index) => (
    <QuestionField
      key={question.id}
      question={question}
      index={index}
      language={language}
      values={answers.get(question.id) ?? []}
      fault={faults.get(question.id)}
    />
  ))
  const [first, ...rest] = fields
  return renderSurveyHtmlDocument({
    kind: 'form',
    title: t(faults.size > 0 ? 'titleWithFaults' : 'title', { organization }),
    linkPreview: { title: t('title', { organization }), description: t('card', { organization }) },
    language,
    organization: branding,
    otherLanguageHref: isPreview ? null : `${path}?lang=${language === 'en' ? 'fr' : 'en'}`,
    nonce,
    extraCss: conditionalQuestionCss(questions),
    script: !isPreview,
    ...(isPreview ? { banner: t('preview') } : page.isTest ? { banner: t('test') } : {}),
    children: (
      <>
        <main>
          <form class="wide" method="post" action={path} data-required={t('faults.required')} noValidate>
            <input type="hidden" name="_language" value={language} />
            {faults.size > 0 && (
              <p class="summary" role="alert">
                {t('checkAnswers', { count: faults.size })}
              </p>
            )}
            {first}
            <div class={startsWithChoice(page) ? 'later' : undefined}>
              {rest}
              <button class="send" type={isPreview ? 'button' : 'submit'} data-sending={t('sending.now')}>
                {t('submit')}
              </button>
              <p
                class="wait"
                role="status"
                data-offline={t('sending.offline')}
                data-busy={t('sending.busy')}
                data-kept={t('sending.kept')}
                data-keep-open={t('sending.keepOpen')}
                data-too-long={t('sending.tooLong')}
              />
            </div>
          </form>
        </main>
        <footer>
          <p class="wide">{t('goesTo', { organization })}</p>
        </footer>
      </>
    ),
  })
}

/** Whether the first question is a required choice: the rest is then revealed by its answer, if CSS supports it. */
function startsWithChoice({ questions, faults }: SurveyFormPageData): boolean {
  const [first] = questions
  return first !== undefined && first.required && first.type !== 'text' && faults.size === 0
}

function renderNotice(
  { notice, organization: branding, language, band, reviewLinks = [], isTest }: PublicNoticePageData,
  { nonce, path }: PublicPageRenderOptions,
): string {
  const t = getTranslator(language, 'survey')
  const organization = branding?.name ?? ''
  const isThanks = notice === 'thanks'
  const title = t(`${notice}.title`)
  const body = isThanks ? t(`thanks.${band ?? 'plain'}`, { organization }) : t(`${notice}.body`, { organization })
  return renderSurveyHtmlDocument({
    kind: notice,
    title,
    // The respondent's score must not appear in link previews.
    linkPreview: { title, description: isThanks ? t('thanks.plain', { organization }) : body },
    language,
    organization: branding,
    otherLanguageHref: branding ? `${path}?lang=${language === 'en' ? 'fr' : 'en'}` : null,
    nonce,
    // The script submits or discards an unsent response stored on this device.
    script: path.startsWith('/s/'),
    ...(isTest ? { banner: t('test') } : {}),
    children: (
      <main>
        <div class="wide note">
          <h1>{title}</h1>
          <p>{body}</p>
          {isThanks && reviewLinks.length > 0 && (
            <div class="reviews">
              <p>{t('thanks.reviews', { organization })}</p>
              <ul>
                {reviewLinks.map(({ label, url }) => (
                  <li key={url}>
                    <a class="send quiet" href={url} rel="noreferrer">
                      <bdi>{label}</bdi>
                    </a>
                  </li>
                ))}
              </ul>
            </div>
          )}
          {isThanks && <p class="small">{t('thanks.close')}</p>}
        </div>
      </main>
    ),
  })
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
    otherLanguageHref: `${path}?lang=${language === 'en' ? 'fr' : 'en'}`,
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
