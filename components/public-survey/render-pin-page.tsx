/** @jsxImportSource preact */

import type { PinPageData } from '@/server/api/pages/open-link-page-data'
import { getTranslator } from '@/server/messages/message-catalogue'
import { PIN_MAX_CHARACTERS } from '@/server/survey-links/constants'
import { toHref } from './href'
import { TEXT_INPUT_CSS } from './open-link-fields'
import { renderSurveyHtmlDocument } from './survey-html-document'

export function renderPinPage(
  { organization, language, addressParameters, isWrong }: PinPageData,
  { nonce, path }: { nonce: string; path: string },
): string {
  const t = getTranslator(language, 'survey')
  return renderSurveyHtmlDocument({
    kind: 'pin',
    title: t('openLink.pin.title', { organization: organization.name }),
    language,
    organization,
    languageHref: (other) => toHref(path, [['lang', other], ...addressParameters]),
    nonce,
    extraCss: TEXT_INPUT_CSS,
    children: (
      <main>
        <div class="wide note">
          <h1>{t('openLink.pin.title', { organization: organization.name })}</h1>
          <p>{t('openLink.pin.body')}</p>
          <form class={isWrong ? 'bad' : undefined} method="post" action={toHref(path, addressParameters)}>
            <input type="hidden" name="_language" value={language} />
            <label>
              {t('openLink.pin.label')}
              <input
                class="line"
                name="_pin"
                required
                autoComplete="off"
                autoCapitalize="none"
                maxLength={PIN_MAX_CHARACTERS}
                aria-invalid={isWrong}
                aria-describedby={isWrong ? 'fault' : undefined}
              />
            </label>
            {isWrong && (
              <p class="fault" id="fault" role="alert">
                <span>{t('openLink.pin.wrong')}</span>
              </p>
            )}
            <p>
              <button class="send" type="submit">
                {t('openLink.pin.go')}
              </button>
            </p>
          </form>
        </div>
      </main>
    ),
  })
}
