/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact'
import { renderToString } from 'preact-render-to-string'
import type { Locale } from '../../messages/locale'
import { translator } from '../../messages/messages'

/** Whom a message comes from, and how it looks. */
export type Sender = { organization: string; brandColor: string | null; language: Locale; unsubscribeUrl: string }

/** A message in both its forms; they say the same. */
export type Rendered = { subject: string; text: string; html: string }

export const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
/** The product's own. */
const DEFAULT_ACCENT = '#2e5eba'

/** Inline styles for what every reader shows; the sheet only answers readers that have a dark mode of their own. */
const DARK_SHEET = `
:root { color-scheme: light dark; supported-color-schemes: light dark }
@media (prefers-color-scheme: dark) {
  .page { background: #161513 !important }
  .card { background: #211f1d !important; border-color: #3a3733 !important }
  .ink { color: #f4f2ef !important }
  .quiet { color: #b3aea6 !important }
  .line { border-color: #3a3733 !important }
  .link { color: #9db8f2 !important }
}`

export const paragraph = `margin:0 0 16px;${FONT};font-size:16px;line-height:24px;color:#24211d`
const quiet = `${FONT};font-size:13px;line-height:20px;color:#6b665e`

/** The whole page of a message to a contact around its content. */
export function renderMessage(sender: Sender, subject: string, content: ComponentChildren): string {
  const t = translator(sender.language, 'email')
  return renderPage({
    language: sender.language,
    name: sender.organization,
    subject,
    content,
    foot: (
      <>
        <Quiet>{t('footer', { organization: sender.organization })}</Quiet>
        <p style="margin:0">
          <a class="quiet" href={sender.unsubscribeUrl} style={`display:inline-block;padding:12px 0;${quiet}`}>
            {t('unsubscribe')}
          </a>
        </p>
      </>
    ),
  })
}

type PageProps = {
  language: Locale
  name: string
  subject: string
  content: ComponentChildren
  foot: ComponentChildren
}

/** A whole message as text. Everything in it is escaped by the renderer. */
export function renderPage(props: PageProps): string {
  return `<!doctype html>${renderToString(<Page {...props} />)}`
}

/** The frame of every message: the organization's name, a card with the content, and why the reader gets it. */
function Page({ language, name, subject, content, foot }: PageProps) {
  return (
    <html lang={language}>
      {/* oxlint-disable-next-line next/no-head-element -- a mail is a whole document */}
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{subject}</title>
        <style>{DARK_SHEET}</style>
      </head>
      <body class="page" style="margin:0;padding:0;background:#f6f4f1">
        <Centred>
          <Row class="ink" style={`padding:0 0 16px;${FONT};font-size:16px;font-weight:600;color:#24211d`}>
            {name}
          </Row>
          <Row
            class="card"
            style="padding:32px 24px 24px;background:#ffffff;border:1px solid #e4e0da;border-radius:8px"
          >
            {content}
          </Row>
          <Row style="padding:24px 0 0">{foot}</Row>
        </Centred>
      </body>
    </html>
  )
}

/** A column of rows in the middle of the page, of tables: some mail readers know nothing else. */
function Centred({ children }: { children: ComponentChildren }) {
  return (
    <Table class="page" style="background:#f6f4f1">
      <Row align="center" style="padding:32px 16px">
        <Table style="max-width:560px">{children}</Table>
      </Row>
    </Table>
  )
}

type BoxProps = { class?: string; style: string; children: ComponentChildren }

function Table(props: BoxProps) {
  return <table role="presentation" width="100%" cellPadding="0" cellSpacing="0" {...props} />
}

function Row(props: BoxProps & { align?: 'center' }) {
  return (
    <tr>
      <td {...props} />
    </tr>
  )
}

/** What explains, in small letters. */
export function Quiet({ children }: { children: ComponentChildren }) {
  return (
    <p class="quiet" style={`margin:0 0 8px;${quiet}`}>
      {children}
    </p>
  )
}

/** The same foot in plain text. */
export function textFoot(sender: Sender): string {
  const t = translator(sender.language, 'email')
  const unsubscribe = t('link', { label: t('unsubscribe'), url: sender.unsubscribeUrl })
  return `-- \n${t('footer', { organization: sender.organization })}\n${unsubscribe}\n`
}

type ButtonProps = { sender: Pick<Sender, 'brandColor'>; href: string; children: ComponentChildren }

/** A target of at least 44 by 44 px, in the organization's colour, with a readable word on it. */
export function Button({ sender, href, children }: ButtonProps) {
  return (
    <a
      href={href}
      style={`display:inline-block;min-width:44px;padding:12px 20px;${FONT};font-size:16px;line-height:20px;${filled(sender)}`}
    >
      {children}
    </a>
  )
}

/** One number of a scale. */
export function ScoreButton({ sender, href, label, children }: ButtonProps & { label: string }) {
  return (
    <a
      href={href}
      aria-label={label}
      style={`display:inline-block;width:44px;margin:0 2px 8px 0;${FONT};font-size:16px;line-height:44px;${filled(sender)}`}
    >
      {children}
    </a>
  )
}

function filled({ brandColor }: ButtonProps['sender']): string {
  const background = brandColor ?? DEFAULT_ACCENT
  return `font-weight:600;text-align:center;text-decoration:none;border-radius:6px;background:${background};color:${inkOn(background)}`
}

/** Black or white, whichever contrasts more (WCAG 2.2 relative luminance). */
export function inkOn(color: string): string {
  const channels = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(color)?.slice(1) ?? ['00', '00', '00']
  const [r = 0, g = 0, b = 0] = channels.map((hex) => {
    const value = Number.parseInt(hex, 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  const luminance = 0.2126 * r + 0.7152 * g + 0.0722 * b
  return 1.05 / (luminance + 0.05) >= (luminance + 0.05) / 0.05 ? '#ffffff' : '#000000'
}
