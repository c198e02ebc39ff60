/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact'
import { renderToString } from 'preact-render-to-string'
import type { Language } from '@/server/fields/schema'
import { translator } from '@/server/messages/messages'
import { deriveBrand } from './brand-colors'
import { surveyStyle } from './survey-css'

export type DocumentProps = {
  /** Page kind, read by the script. */
  kind: string
  title: string
  /** Link preview; must not contain what only the holder of the link may know. */
  card?: { title: string; description: string }
  language: Language
  asker: { name: string; brandColor: string | null } | null
  /** URL of the page in the other language; null if the language cannot be chosen. */
  otherLanguageHref: string | null
  nonce: string
  rules?: string
  script?: boolean
  tag?: string
  children: ComponentChildren
}

export function renderDocument(props: DocumentProps): string {
  return `<!doctype html>${renderToString(<Document {...props} />)}`
}

function Document({
  kind,
  title,
  card,
  language,
  asker,
  otherLanguageHref,
  nonce,
  rules = '',
  script,
  tag,
  children,
}: DocumentProps) {
  const t = translator(language, 'survey')
  const other = language === 'en' ? 'fr' : 'en'
  return (
    <html lang={language}>
      {/* oxlint-disable-next-line next/no-head-element -- a route handler writes the whole document */}
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{title}</title>
        {card && (
          <>
            <meta property="og:title" content={card.title} />
            <meta property="og:description" content={card.description} />
          </>
        )}
        {/* Without it the browser requests /favicon.ico. */}
        <link rel="icon" href={letterIcon(asker)} />
        <style nonce={nonce} dangerouslySetInnerHTML={{ __html: surveyStyle(asker?.brandColor ?? null) + rules }} />
        {script && <script src="/survey.js" defer />}
      </head>
      <body data-page={kind}>
        <header>
          {tag && <p class="tag">{tag}</p>}
          <div class="wide">
            {asker && (
              <span class="mark" aria-hidden="true">
                {firstLetter(asker.name)}
              </span>
            )}
            <span class="name">
              <bdi>{asker?.name}</bdi>
            </span>
            {otherLanguageHref !== null && (
              <a class="lang" href={otherLanguageHref} lang={other} hrefLang={other}>
                {t('otherLanguage')}
              </a>
            )}
          </div>
        </header>
        {children}
      </body>
    </html>
  )
}

function letterIcon(asker: DocumentProps['asker']): string {
  if (!asker) return 'data:,'
  const { fill, ink } = deriveBrand(asker.brandColor)
  const letter = renderToString(<>{firstLetter(asker.name)}</>)
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 28 28"><rect width="28" height="28" rx="6" fill="${fill}"/>` +
    `<text x="14" y="20" text-anchor="middle" font-family="sans-serif" font-weight="600" font-size="16" fill="${ink}">${letter}</text></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

function firstLetter(name: string): string {
  const [first] = new Intl.Segmenter().segment(name.trim())
  return first?.segment.toLocaleUpperCase() ?? ''
}
