/** @jsxImportSource preact */

import type { ConsentForm, Notice, SurveyForm } from '@/server/api/pages/survey-pages'
import { translator } from '@/server/messages/messages'
import { revealRules } from './conditional-question-css'
import { QuestionField } from './question-field'
import { renderDocument } from './survey-document'

export type Rendering = {
  nonce: string
  path: string
  isPreview?: boolean
}

export function renderPublicPage(page: SurveyForm | ConsentForm | Notice, rendering: Rendering): string {
  if (page.kind === 'form') return renderSurvey(page, rendering)
  return page.kind === 'consent' ? renderConsent(page, rendering) : renderNotice(page, rendering)
}

function renderSurvey(page: SurveyForm, { nonce, path, isPreview = false }: Rendering): string {
  const { asker, language, questions, given, faults } = page
  const t = translator(language, 'survey')
  const organization = asker.name
  const fields = questions.map((question, index) => (
    <QuestionField
      key={question.id}
      question={question}
      index={index}
      language={language}
      given={given.get(question.id) ?? []}
      fault={faults.get(question.id)}
    />
  ))
  const [first, ...rest] = fields
  return renderDocument({
    kind: 'form',
    title: t(faults.size > 0 ? 'titleWithFaults' : 'title', { organization }),
    card: { title: t('title', { organization }), description: t('card', { organization }) },
    language,
    asker,
    otherLanguageHref: isPreview ? null : `${path}?lang=${language === 'en' ? 'fr' : 'en'}`,
    nonce,
    rules: revealRules(questions),
    script: !isPreview,
    ...(isPreview ? { tag: t('preview') } : {}),
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
function startsWithChoice({ questions, faults }: SurveyForm): boolean {
  const [first] = questions
  return first !== undefined && first.required && first.type !== 'text' && faults.size === 0
}

function renderNotice({ notice, asker, language, band, reviewLinks = [] }: Notice, { nonce, path }: Rendering): string {
  const t = translator(language, 'survey')
  const organization = asker?.name ?? ''
  const isThanks = notice === 'thanks'
  const title = t(`${notice}.title`)
  const body = isThanks ? t(`thanks.${band ?? 'plain'}`, { organization }) : t(`${notice}.body`, { organization })
  return renderDocument({
    kind: notice,
    title,
    // The respondent's score must not appear in link previews.
    card: { title, description: isThanks ? t('thanks.plain', { organization }) : body },
    language,
    asker,
    otherLanguageHref: asker ? `${path}?lang=${language === 'en' ? 'fr' : 'en'}` : null,
    nonce,
    // The script submits or discards an unsent response stored on this device.
    script: path.startsWith('/s/'),
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

function renderConsent(
  { about, asker, language, email, hasOptedOut }: ConsentForm,
  { nonce, path }: Rendering,
): string {
  const t = translator(language, 'survey')
  const values = { organization: asker.name, email }
  const title = t(`${about}.${hasOptedOut ? 'doneTitle' : 'title'}`)
  return renderDocument({
    kind: 'consent',
    title,
    language,
    asker,
    otherLanguageHref: `${path}?lang=${language === 'en' ? 'fr' : 'en'}`,
    nonce,
    children: (
      <main>
        <div class="wide note">
          <h1>{title}</h1>
          <p>{t(`${about}.${hasOptedOut ? 'doneBody' : 'body'}`, values)}</p>
          {hasOptedOut && <p class="small">{t(`${about}.again`)}</p>}
          <form method="post" action={`${path}?lang=${language}`}>
            <button
              class={hasOptedOut ? 'send quiet' : 'send'}
              type="submit"
              name="_action"
              value={hasOptedOut ? 'subscribe' : 'unsubscribe'}
            >
              {t(`${about}.${hasOptedOut ? 'subscribe' : 'action'}`)}
            </button>
          </form>
        </div>
      </main>
    ),
  })
}
