/** @jsxImportSource preact */

import type { PreferenceLinkPageData } from '@/server/api/pages/preference-link-page'
import { getTranslator } from '@/server/messages/message-catalogue'
import { renderSurveyHtmlDocument } from './survey-html-document'

const CSS = `.note label{display:grid;gap:8px;margin-bottom:16px;font-weight:500}
.note input{width:100%;min-height:52px;padding:0 14px;border:1px solid var(--line-strong);border-radius:var(--r);background:var(--surface);color:inherit;font:inherit}
.note .fault{font-size:.875rem;color:var(--negative-text)}`

export function renderPreferenceLinkPage(
  page: PreferenceLinkPageData,
  { nonce, path }: { nonce: string; path: string },
): string {
  const { organization, language, state, email } = page
  const t = getTranslator(language, 'survey')
  const values = { organization: organization.name, email }
  const isSent = state === 'sent'
  const title = t(isSent ? 'preferenceLink.sentTitle' : 'preferenceLink.title', values)
  return renderSurveyHtmlDocument({
    kind: 'preferenceLink',
    title,
    language,
    organization,
    languageHref: (other) => `${path}?lang=${other}`,
    nonce,
    extraCss: CSS,
    children: (
      <main>
        <div class="wide note">
          <h1>{title}</h1>
          <p>{t(isSent ? 'preferenceLink.sentBody' : 'preferenceLink.body', values)}</p>
          {!isSent && (
            <form method="post" action={`${path}?lang=${language}`}>
              <label>
                {t('preferenceLink.address')}
                <input
                  type="email"
                  name="email"
                  autoComplete="email"
                  required
                  maxLength={254}
                  value={email.slice(0, 254)}
                  aria-invalid={state === 'notAnAddress'}
                  aria-describedby={state === 'notAnAddress' ? 'fault' : undefined}
                />
              </label>
              {state === 'notAnAddress' && (
                <p class="fault" id="fault" role="alert">
                  <span>{t('preferenceLink.notAnAddress')}</span>
                </p>
              )}
              <button class="send" type="submit">
                {t('preferenceLink.send')}
              </button>
            </form>
          )}
        </div>
      </main>
    ),
  })
}
