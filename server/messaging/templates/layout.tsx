/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact'
import { renderToString } from 'preact-render-to-string'
import type { Locale } from '../../messages/locale'
import { getTranslator } from '../../messages/message-catalogue'
import { deriveBrandColors } from '../../sender-profile/brand-colors'
import { CORNER_RADII, DEFAULT_PAGE_LOOK, FONT_STACKS } from '../../sender-profile/constants'
import type { PageLook } from '../../sender-profile/schema'
import { LinkedLines, splitParagraphs } from './linked-text'
import { WordTable } from './word-table'

/** Absolute address, and size in CSS pixels. */
export type EmailLogo = { url: string; width: number; height: number }

export type ContactEmailLayoutData = {
  organization: string
  brandColor: string | null
  logo: EmailLogo | null
  look: PageLook
  postalAddress: string | null
  /** The organization's own text above the rest of the footer. */
  footerText: string | null
  language: Locale
  unsubscribeUrl: string
}

export type RenderedEmail = { subject: string; text: string; html: string }

export const FONT_STYLE = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
/** 3:1 on the card. */
export const TILE_EDGE = '#898680'

const DARK_MODE_CSS = `
:root { color-scheme: light dark; supported-color-schemes: light dark }
@media (prefers-color-scheme: dark) {
  .page { background: #161513 !important }
  .card { background: #211f1d !important; border-color: #3a3733 !important }
  .ink { color: #f4f2ef !important }
  .quiet { color: #b3aea6 !important }
  .line { border-color: #3a3733 !important }
  .tile { border-color: #8a857d !important }
  .edge { border-color: #8a857d !important }
  .link { color: #9db8f2 !important }
}`

export const paragraphStyle = `margin:0 0 16px;${FONT_STYLE};font-size:16px;line-height:24px;color:#24211d;word-break:break-word`
/** Of links in paragraphs: the default blue is out of place beside a brand colour, and too dark in dark mode. */
export const linkStyle = 'color:#24211d;text-decoration:underline'
export const mutedStyle = `${FONT_STYLE};font-size:13px;line-height:20px;color:#6b665e;word-break:break-word`

export function renderContactEmailHtml(
  sender: ContactEmailLayoutData,
  { subject, preheader, content }: Pick<PageProps, 'subject' | 'preheader' | 'content'>,
): string {
  const t = getTranslator(sender.language, 'email')
  return renderEmailDocument({
    language: sender.language,
    name: sender.organization,
    logo: sender.logo,
    look: sender.look,
    subject,
    preheader,
    content,
    footer: (
      <>
        <SenderFooter {...sender}>{t('footer', { organization: sender.organization })}</SenderFooter>
        <UnsubscribeLink label={t('unsubscribe')} url={sender.unsubscribeUrl} />
      </>
    ),
  })
}

type SenderFooterProps = Pick<ContactEmailLayoutData, 'footerText' | 'postalAddress'> & { children: string }

/** The organization's own text, why the message was sent, and the postal address. */
export function SenderFooter({ footerText, postalAddress, children }: SenderFooterProps) {
  return (
    <>
      {splitParagraphs(footerText ?? '').map((paragraph, index) => (
        <MutedText key={index}>
          <LinkedLines text={paragraph} class="quiet" style={mutedStyle} />
        </MutedText>
      ))}
      <MutedText>{children}</MutedText>
      {postalAddress && <MutedText>{addressLine(postalAddress)}</MutedText>}
    </>
  )
}

export function UnsubscribeLink({ label, url }: { label: string; url: string }) {
  return (
    <p style="margin:0">
      <a class="quiet" href={url} style={`display:inline-block;padding:12px 0;${mutedStyle}`}>
        {label}
      </a>
    </p>
  )
}

type PageProps = {
  language: Locale
  name: string
  logo?: EmailLogo | null
  look?: PageLook
  subject: string
  preheader: string
  content: ComponentChildren
  footer: ComponentChildren
}

export function renderEmailDocument(props: PageProps): string {
  return `<!doctype html>${renderToString(<Page {...props} />)}`
}

/** Eleven tiles of a scale fit side by side. */
const CONTENT_WIDTH_PX = 584

function Page({ language, name, logo, look = DEFAULT_PAGE_LOOK, subject, preheader, content, footer }: PageProps) {
  return (
    <html lang={language}>
      {/* oxlint-disable-next-line next/no-head-element -- a mail is a whole document */}
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{subject}</title>
        <style dangerouslySetInnerHTML={{ __html: DARK_MODE_CSS + fontCss(look) }} />
      </head>
      <body class="page" style="margin:0;padding:0;background:#f6f4f1">
        <Preheader text={preheader} />
        <Table class="page" style="background:#f6f4f1">
          <Row align="center" style="padding:32px 16px">
            <WordTable
              width={CONTENT_WIDTH_PX}
              align="center"
              cells={[
                <Table key="content" style={`max-width:${CONTENT_WIDTH_PX}px;margin:0 auto`}>
                  <Row
                    class="ink"
                    dir="auto"
                    style={`padding:0 0 16px;${FONT_STYLE};font-size:16px;font-weight:600;color:#24211d`}
                  >
                    {logo ? <Logo {...logo} name={name} /> : name}
                  </Row>
                  <Row
                    class="card"
                    style={`padding:32px 24px 24px;background:#ffffff;border:1px solid #e4e0da;border-radius:${CORNER_RADII[look.corners].large}px`}
                  >
                    {content}
                  </Row>
                  <Row style="padding:24px 0 0">{footer}</Row>
                </Table>,
              ]}
            />
          </Row>
        </Table>
      </body>
    </html>
  )
}

/** Above the font of each element, in mail clients that read style sheets; the others keep theirs. */
function fontCss({ font }: PageLook): string {
  return font === 'system' ? '' : `\n.page, .page * { font-family: ${FONT_STACKS[font]} !important }`
}

/** Where images are blocked, its alternative text looks like the name that it replaces. */
function Logo({ url, width, height, name }: EmailLogo & { name: string }) {
  const style = `display:block;border:0;border-radius:6px;${FONT_STYLE};font-size:16px;line-height:20px;font-weight:600`
  // oxlint-disable-next-line next/no-img-element -- an email
  return <img src={url} alt={name} width={width} height={height} style={style} />
}

const PREHEADER_MAX_CHARACTERS = 140

function Preheader({ text }: { text: string }) {
  const line = text.replace(/\s+/g, ' ').trim()
  const end = line.length > PREHEADER_MAX_CHARACTERS ? line.lastIndexOf(' ', PREHEADER_MAX_CHARACTERS) : line.length
  return (
    <div dir="auto" style="display:none;max-height:0;overflow:hidden;mso-hide:all">
      {end < line.length ? `${line.slice(0, end > 0 ? end : PREHEADER_MAX_CHARACTERS).toWellFormed()}…` : line}{' '}
    </div>
  )
}

type BoxProps = { class?: string; style: string; children: ComponentChildren }

export function Table(props: BoxProps) {
  return <table role="presentation" width="100%" cellPadding="0" cellSpacing="0" {...props} />
}

function Row(props: BoxProps & { align?: 'center'; dir?: 'auto' }) {
  return (
    <tr>
      <td {...props} />
    </tr>
  )
}

export function MutedText({ children }: { children: ComponentChildren }) {
  return (
    <p class="quiet" dir="auto" style={`margin:0 0 8px;${mutedStyle}`}>
      {children}
    </p>
  )
}

export function renderTextFooter(sender: ContactEmailLayoutData): string {
  const t = getTranslator(sender.language, 'email')
  const unsubscribe = t('link', { label: t('unsubscribe'), url: sender.unsubscribeUrl })
  return `-- \n${joinTextFooter(sender, t('footer', { organization: sender.organization }))}\n${unsubscribe}\n`
}

export function joinTextFooter(
  { footerText, postalAddress }: Pick<ContactEmailLayoutData, 'footerText' | 'postalAddress'>,
  reason: string,
): string {
  return [footerText, reason, postalAddress && addressLine(postalAddress)].filter(Boolean).join('\n')
}

function addressLine(address: string): string {
  return address
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .join(', ')
}

type ButtonProps = { brandColor?: string | null; look?: PageLook; href: string; children: ComponentChildren }

/**
 * At least 44 by 44 px, in the organization's colour, with readable text, and outlined where that colour hardly differs from the card's.
 * Word ignores the padding of a link, so the cell has its own padding for Word only.
 */
export function Button({ brandColor = null, look = DEFAULT_PAGE_LOOK, href, children }: ButtonProps) {
  const { fill, ink, contrastsOnLight, contrastsOnDark } = deriveBrandColors(brandColor)
  const box = `border-radius:${CORNER_RADII[look.corners].small}px;background:${fill}`
  return (
    <table role="presentation" cellPadding="0" cellSpacing="0">
      <tr>
        <td
          align="center"
          class={contrastsOnDark ? undefined : 'edge'}
          style={`${box};border:1px solid ${contrastsOnLight ? fill : TILE_EDGE};mso-padding-alt:12px 20px`}
        >
          <a
            href={href}
            style={`display:inline-block;min-width:44px;padding:12px 20px;${FONT_STYLE};font-size:16px;line-height:20px;font-weight:600;text-align:center;text-decoration:none;${box};color:${ink}`}
          >
            {children}
          </a>
        </td>
      </tr>
    </table>
  )
}
