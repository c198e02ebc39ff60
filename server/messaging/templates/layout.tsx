/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact'
import { renderToString } from 'preact-render-to-string'
import type { Locale } from '../../messages/locale'
import { getTranslator } from '../../messages/message-catalogue'
import { contrastRatio } from '../../validation/contrast-ratio'

export type ContactEmailLayoutData = {
  organization: string
  brandColor: string | null
  postalAddress?: string | null
  language: Locale
  unsubscribeUrl: string
}

export type RenderedEmail = { subject: string; text: string; html: string }

export const FONT_STYLE = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const DEFAULT_ACCENT = '#2e5eba'

const DARK_MODE_CSS = `
:root { color-scheme: light dark; supported-color-schemes: light dark }
@media (prefers-color-scheme: dark) {
  .page { background: #161513 !important }
  .card { background: #211f1d !important; border-color: #3a3733 !important }
  .ink { color: #f4f2ef !important }
  .quiet { color: #b3aea6 !important }
  .line { border-color: #3a3733 !important }
  .tile { background: #3a3733 !important }
  .link { color: #9db8f2 !important }
}`

export const paragraphStyle = `margin:0 0 16px;${FONT_STYLE};font-size:16px;line-height:24px;color:#24211d`
export const mutedStyle = `${FONT_STYLE};font-size:13px;line-height:20px;color:#6b665e`

export function renderContactEmailHtml(
  sender: ContactEmailLayoutData,
  { subject, preheader, content }: Pick<PageProps, 'subject' | 'preheader' | 'content'>,
): string {
  const t = getTranslator(sender.language, 'email')
  return renderEmailDocument({
    language: sender.language,
    name: sender.organization,
    subject,
    preheader,
    content,
    footer: (
      <>
        <MutedText>{t('footer', { organization: sender.organization })}</MutedText>
        {sender.postalAddress && <MutedText>{addressLine(sender.postalAddress)}</MutedText>}
        <UnsubscribeLink label={t('unsubscribe')} url={sender.unsubscribeUrl} />
      </>
    ),
  })
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
  subject: string
  preheader: string
  content: ComponentChildren
  footer: ComponentChildren
}

export function renderEmailDocument(props: PageProps): string {
  return `<!doctype html>${renderToString(<Page {...props} />)}`
}

function Page({ language, name, subject, preheader, content, footer }: PageProps) {
  return (
    <html lang={language}>
      {/* oxlint-disable-next-line next/no-head-element -- a mail is a whole document */}
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{subject}</title>
        <style>{DARK_MODE_CSS}</style>
      </head>
      <body class="page" style="margin:0;padding:0;background:#f6f4f1">
        <Preheader text={preheader} />
        <Table class="page" style="background:#f6f4f1">
          <Row align="center" style="padding:32px 16px">
            <Table style="max-width:568px">
              <Row
                class="ink"
                dir="auto"
                style={`padding:0 0 16px;${FONT_STYLE};font-size:16px;font-weight:600;color:#24211d`}
              >
                {name}
              </Row>
              <Row
                class="card"
                style="padding:32px 24px 24px;background:#ffffff;border:1px solid #e4e0da;border-radius:8px"
              >
                {content}
              </Row>
              <Row style="padding:24px 0 0">{footer}</Row>
            </Table>
          </Row>
        </Table>
      </body>
    </html>
  )
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

function Table(props: BoxProps) {
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
  const address = sender.postalAddress ? `${addressLine(sender.postalAddress)}\n` : ''
  return `-- \n${t('footer', { organization: sender.organization })}\n${address}${unsubscribe}\n`
}

function addressLine(address: string): string {
  return address
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .join(', ')
}

type ButtonProps = { brandColor?: string | null; href: string; children: ComponentChildren }

/**
 * At least 44 by 44 px, in the organization's colour, with readable text. Word ignores the padding of a link, so the cell has
 * its own padding for Word only.
 */
export function Button({ brandColor, href, children }: ButtonProps) {
  const background = brandColor ?? DEFAULT_ACCENT
  const box = `border-radius:6px;background:${background}`
  const color = contrastRatio(background, '#ffffff') >= contrastRatio(background, '#000000') ? '#ffffff' : '#000000'
  return (
    <table role="presentation" cellPadding="0" cellSpacing="0">
      <tr>
        <td align="center" style={`${box};mso-padding-alt:12px 20px`}>
          <a
            href={href}
            style={`display:inline-block;min-width:44px;padding:12px 20px;${FONT_STYLE};font-size:16px;line-height:20px;font-weight:600;text-align:center;text-decoration:none;${box};color:${color}`}
          >
            {children}
          </a>
        </td>
      </tr>
    </table>
  )
}

export type ScoreTileData = { score: number; label: string; href: string }

const TILES_PER_ROW = 6
const TILE_PX = 44
const TILE_GAP_PX = 2

/**
 * The numbers of a scale as table cells: Word ignores the size of a link, and joins links that only styles separate. More than
 * six form two tables, stacked where they do not fit side by side. The spaces between the cells are for previews, which read
 * the text without the table.
 */
export function ScoreTiles({ tiles }: { tiles: readonly ScoreTileData[] }) {
  const rows = Array.from({ length: Math.ceil(tiles.length / TILES_PER_ROW) }, (_, index) =>
    tiles.slice(index * TILES_PER_ROW, (index + 1) * TILES_PER_ROW),
  )
  return (
    <>
      {rows.map((row, index) => (
        <div key={index} style="display:inline-block;vertical-align:top">
          <table role="presentation" cellPadding="0" cellSpacing={String(TILE_GAP_PX)}>
            <tr>
              {row.map((tile) => (
                <Tile key={tile.score} {...tile} />
              ))}
            </tr>
          </table>
        </div>
      ))}
    </>
  )
}

function Tile({ score, label, href }: ScoreTileData) {
  return (
    <>
      <td class="tile" width={TILE_PX} height={TILE_PX} align="center" style="background:#ece8e2;border-radius:6px">
        <a
          class="ink"
          href={href}
          aria-label={label}
          style={`display:block;${FONT_STYLE};font-size:16px;line-height:${TILE_PX}px;font-weight:600;text-decoration:none;color:#24211d`}
        >
          {score}
        </a>
      </td>{' '}
    </>
  )
}

export function ScaleLabels({ count, low, high }: { count: number; low: string; high: string }) {
  const width = count * (TILE_PX + TILE_GAP_PX) + Math.ceil(count / TILES_PER_ROW) * TILE_GAP_PX
  return (
    <Table style={`max-width:${width}px`}>
      <tr>
        <td class="quiet" align="left" valign="top" style={`padding:4px 8px 8px 2px;${mutedStyle}`}>
          {low}
        </td>{' '}
        <td class="quiet" align="right" valign="top" style={`padding:4px 2px 8px 8px;${mutedStyle}`}>
          {high}
        </td>
      </tr>
    </Table>
  )
}
