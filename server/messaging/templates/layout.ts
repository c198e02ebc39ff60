import type { Locale } from '../../messages/locale'
import { translator } from '../../messages/messages'
import { type Html, html } from './html'

/** Whom a message comes from, and how it looks. */
export type Sender = { organization: string; brandColor: string | null; language: Locale; unsubscribeUrl: string }

/** A message in both its forms; they say the same. */
export type Rendered = { subject: string; text: string; html: string }

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
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
}`

export const paragraph = `margin:0 0 16px;${FONT};font-size:16px;line-height:24px;color:#24211d`
export const quiet = `margin:0 0 8px;${FONT};font-size:13px;line-height:20px;color:#6b665e`

/** The whole page of a message to a contact around its content. */
export function layout(sender: Sender, subject: string, content: Html): string {
  const t = translator(sender.language, 'email')
  return page({
    language: sender.language,
    name: sender.organization,
    subject,
    content,
    foot: html`<p class="quiet" style="${quiet}">${t('footer', { organization: sender.organization })}</p>
<p style="margin:0"><a class="quiet" href="${sender.unsubscribeUrl}" style="display:inline-block;padding:12px 0;${FONT};font-size:13px;line-height:20px;color:#6b665e">${t('unsubscribe')}</a></p>`,
  })
}

type Page = { language: Locale; name: string; subject: string; content: Html; foot: Html }

/** The frame of every message: the organization's name, a card with the content, and why the reader gets it. */
export function page({ language, name, subject, content, foot }: Page): string {
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${subject}</title>
<style>${DARK_SHEET}</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f6f4f1">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="page" style="background:#f6f4f1">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
<tr><td class="ink" style="padding:0 0 16px;${FONT};font-size:16px;font-weight:600;color:#24211d">${name}</td></tr>
<tr><td class="card" style="padding:32px 24px 24px;background:#ffffff;border:1px solid #e4e0da;border-radius:8px">
${content}
</td></tr>
<tr><td style="padding:24px 0 0">
${foot}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`.source
}

/** The same foot in plain text. */
export function textFoot(sender: Sender): string {
  const t = translator(sender.language, 'email')
  return `-- \n${t('footer', { organization: sender.organization })}\n${t('unsubscribe')}: ${sender.unsubscribeUrl}\n`
}

/** A target of at least 44 by 44 px, in the organization's colour, with a readable word on it. */
export function button(sender: Pick<Sender, 'brandColor'>, href: string, label: string): Html {
  const background = sender.brandColor ?? DEFAULT_ACCENT
  return html`<a href="${href}" style="display:inline-block;min-width:44px;padding:12px 20px;${FONT};font-size:16px;line-height:20px;font-weight:600;text-align:center;text-decoration:none;border-radius:6px;background:${background};color:${inkOn(background)}">${label}</a>`
}

/** One number of a scale. */
export function scoreButton(sender: Sender, href: string, score: number, label: string): Html {
  const background = sender.brandColor ?? DEFAULT_ACCENT
  return html`<a href="${href}" aria-label="${label}" style="display:inline-block;width:44px;margin:0 2px 8px 0;${FONT};font-size:16px;line-height:44px;font-weight:600;text-align:center;text-decoration:none;border-radius:6px;background:${background};color:${inkOn(background)}">${score}</a>`
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
