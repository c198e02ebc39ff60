/** @jsxImportSource preact */
import { getTranslator } from '@/server/messages/message-catalogue'
import { pickTranslation } from '@/server/surveys/constants'
import type { ThanksPage } from '@/server/surveys/thanks/thanks'
import type { Language } from '@/server/validation/schema'

type ThanksLinksProps = {
  thanks: ThanksPage
  isRedirect: boolean
  reviewLinks: readonly { label: string; url: string }[]
  language: Language
  organization: string
  /** Other sites may forbid to be framed. */
  isFramed: boolean
}

export function ThanksLinks({ thanks, isRedirect, reviewLinks, language, organization, isFramed }: ThanksLinksProps) {
  const target = isFramed ? '_blank' : undefined
  return (
    <>
      <Destinations thanks={thanks} language={language} isRedirect={isRedirect} target={target} />
      <ReviewLinks links={reviewLinks} language={language} organization={organization} target={target} />
    </>
  )
}

type Target = { target: '_blank' | undefined; language: Language }
type DestinationsProps = { thanks: ThanksPage; isRedirect: boolean } & Target

/** survey.js follows a link with `data-redirect`; without it, the person does. */
function Destinations({ thanks: { button, redirectUrl }, language, isRedirect, target }: DestinationsProps) {
  if (!button && !redirectUrl) return null
  return (
    <div class="go">
      {button && (
        <a class="send" href={button.url} rel="noreferrer" target={target}>
          <bdi>{pickTranslation(button.label, language)}</bdi>
        </a>
      )}
      {redirectUrl && (
        <a
          class="send quiet"
          href={redirectUrl}
          rel="noreferrer"
          target={target}
          data-redirect={isRedirect ? '' : undefined}
        >
          {getTranslator(language, 'survey')('thanks.continue', { site: new URL(redirectUrl).hostname })}
        </a>
      )}
    </div>
  )
}

type ReviewLinksProps = { links: ThanksLinksProps['reviewLinks']; organization: string } & Target

function ReviewLinks({ links, language, organization, target }: ReviewLinksProps) {
  const t = getTranslator(language, 'survey')
  if (links.length === 0) return null
  return (
    <div class="reviews">
      <p>{t('thanks.reviews', { organization })}</p>
      <ul>
        {links.map(({ label, url }) => (
          <li key={url}>
            <a class="send quiet" href={url} rel="noreferrer" target={target}>
              <bdi>{label}</bdi>
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
