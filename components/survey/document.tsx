/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact'
import { renderToString } from 'preact-render-to-string'
import type { Language } from '@/server/fields/schema'
import { translator } from '@/server/messages/messages'
import { surveyStyle } from './style'

export type DocumentProps = {
  title: string
  language: Language
  asker: { name: string; brandColor: string | null } | null
  /** Where the same page stands in the other language; null for a page that nobody can choose it on. */
  otherLanguageHref: string | null
  /** Of this answer's Content-Security-Policy. */
  nonce: string
  rules?: string
  script?: boolean
  tag?: string
  children: ComponentChildren
}

/** A whole page as text. Everything that is shown is escaped by the renderer. */
export function renderDocument(props: DocumentProps): string {
  return `<!doctype html>${renderToString(<Document {...props} />)}`
}

function Document({
  title,
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
        <style nonce={nonce} dangerouslySetInnerHTML={{ __html: surveyStyle(asker?.brandColor ?? null) + rules }} />
        {script && <script src="/survey.js" defer />}
      </head>
      <body>
        {tag && <p class="tag">{tag}</p>}
        <header>
          <div class="wide">
            {asker && (
              <span class="mark" aria-hidden="true">
                {firstLetter(asker.name)}
              </span>
            )}
            <span class="name">{asker?.name}</span>
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

function firstLetter(name: string): string {
  const [first] = new Intl.Segmenter().segment(name.trim())
  return first?.segment.toLocaleUpperCase() ?? ''
}
