/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { getTranslator } from '@/server/messages/message-catalogue'
import { deriveBrandColors } from '@/server/sender-profile/brand-colors'
import type { OrganizationBranding } from '@/server/sender-profile/branding'
import { CORNER_RADII, DEFAULT_PAGE_LOOK, type LogoImage } from '@/server/sender-profile/constants'
import { otherLanguages } from '@/server/validation/languages'
import type { Language } from '@/server/validation/schema'
import { PrivacyLink } from './privacy-line'
import { FRAME_CSS, surveyCss } from './survey-css'

export type SurveyHtmlDocumentProps = {
  /** Page kind, read by the script. */
  kind: string
  title: string
  /** Link preview; must not contain what only the holder of the link may know. */
  linkPreview?: { title: string; description: string }
  language: Language
  organization: OrganizationBranding | null
  /** URL of the page in another language; null if the language cannot be chosen. */
  languageHref: ((language: Language) => string) | null
  nonce: string
  extraCss?: string
  script?: boolean
  /** For texts that repeat an answer. */
  recallScript?: boolean
  /** Of the pages that show it in a frame, as a widget; read by the script of the frame. */
  frameOrigins?: readonly string[] | undefined
  banner?: string
  footer?: string
  children: ComponentChildren
}

export function renderSurveyHtmlDocument(props: SurveyHtmlDocumentProps): string {
  return `<!doctype html>${renderToString(<Document {...props} />)}`
}

function Document(props: SurveyHtmlDocumentProps) {
  const { title, linkPreview, language, organization, languageHref, extraCss = '', banner, frameOrigins } = props
  return (
    <html lang={language}>
      {/* oxlint-disable-next-line next/no-head-element -- a route handler writes the whole document */}
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{title}</title>
        {linkPreview && (
          <>
            <meta property="og:title" content={linkPreview.title} />
            <meta property="og:description" content={linkPreview.description} />
          </>
        )}
        {/* Without it the browser requests /favicon.ico. */}
        <link rel="icon" href={letterIcon(organization)} />
        <style
          nonce={props.nonce}
          dangerouslySetInnerHTML={{
            __html:
              surveyCss(organization ?? { brandColor: null, look: DEFAULT_PAGE_LOOK }) +
              extraCss +
              (frameOrigins ? FRAME_CSS : ''),
          }}
        />
        {props.script && <script src="/survey.js" defer />}
        {props.recallScript && <script type="module" src="/survey-recall.js" defer />}
        {frameOrigins && <script src="/widget-frame.js" defer />}
      </head>
      <body data-page={props.kind} data-origins={frameOrigins?.join(' ')}>
        <header>
          {banner && <p class="tag">{banner}</p>}
          <div class="wide">
            {organization?.logo ? (
              <span class="name">
                <Logo {...organization} logo={organization.logo} />
              </span>
            ) : (
              <NameWithLetter name={organization?.name} />
            )}
            {languageHref && <LanguageLinks language={language} href={languageHref} />}
          </div>
        </header>
        {props.children}
        <Footer {...props} />
      </body>
    </html>
  )
}

function Footer({ organization, language, footer }: SurveyHtmlDocumentProps) {
  const url = organization?.privacyNotice.url ?? null
  if (footer === undefined && url === null) return null
  return (
    <footer>
      <p class="wide">
        {footer} {url !== null && <PrivacyLink url={url} language={language} />}
      </p>
    </footer>
  )
}

function LanguageLinks({ language, href }: { language: Language; href: (language: Language) => string }) {
  return otherLanguages(language).map((other) => (
    <a key={other} class="lang" href={href(other)} lang={other} hrefLang={other}>
      {getTranslator(other, 'survey')('preferences.languageName')}
    </a>
  ))
}

function Logo({ name, logo: { path, width, height } }: OrganizationBranding & { logo: LogoImage }) {
  // oxlint-disable-next-line next/no-img-element -- a route handler writes the whole document
  return <img class="logo" src={path} alt={name} width={width} height={height} />
}

function NameWithLetter({ name }: { name: string | undefined }) {
  return (
    <>
      {name !== undefined && (
        <span class="mark" aria-hidden="true">
          {firstLetter(name)}
        </span>
      )}
      <span class="name">
        <bdi>{name}</bdi>
      </span>
    </>
  )
}

function letterIcon(organization: SurveyHtmlDocumentProps['organization']): string {
  if (!organization) return 'data:,'
  const { fill, ink } = deriveBrandColors(organization.brandColor)
  const { small: radius } = CORNER_RADII[organization.look.corners]
  const letter = renderToString(<>{firstLetter(organization.name)}</>)
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 28 28"><rect width="28" height="28" rx="${radius}" fill="${fill}"/>` +
    `<text x="14" y="20" text-anchor="middle" font-family="sans-serif" font-weight="600" font-size="16" fill="${ink}">${letter}</text></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

function firstLetter(name: string): string {
  const [first] = new Intl.Segmenter().segment(name.trim())
  return first?.segment.toLocaleUpperCase() ?? ''
}
