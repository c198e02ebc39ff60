/** @jsxImportSource preact */
import type { Locale } from '../../messages/locale'
import { translator } from '../../messages/messages'
import { Button, FONT, paragraph, Quiet, type Rendered, renderPage } from './layout'

export type QuotedAnswer = { head: string; words: string; about: string; url: string }

export type DigestEmail = {
  language: Locale
  organization: string
  subject: string
  title: string
  days: string
  figures: readonly { label: string; value: string | null; unit: string | null; note: string }[]
  answersTitle: string
  answers: readonly QuotedAnswer[]
  button: { label: string; url: string }
  foot: string
  off: { label: string; url: string }
}

export function renderDigest(email: DigestEmail): Rendered {
  const { language, organization, subject, figures, foot, off } = email
  return {
    subject,
    text: renderText(email),
    html: renderPage({
      language,
      name: organization,
      subject,
      preheader: figures.map((figure) => renderFigureText(language, figure)).join(' · '),
      content: <Content {...email} />,
      foot: (
        <>
          <Quiet>{foot}</Quiet>
          <p style="margin:0">
            <a class="quiet" href={off.url} style={`display:inline-block;padding:12px 0;${mutedStyle}`}>
              {off.label}
            </a>
          </p>
        </>
      ),
    }),
  }
}

function renderText({ language, title, days, figures, answersTitle, answers, button, foot, off }: DigestEmail): string {
  const t = translator(language, 'email')
  const line = (label: string, value: string) => t('digest.line', { label, said: value })
  const figureLines = figures.map((figure) => renderFigureText(language, figure))
  const answerTexts = answers.map(({ head, words, about, url }) => [head, words, about, url].join('\n'))
  return [
    `${title}\n${days}`,
    figureLines.join('\n'),
    ...(answerTexts.length > 0 ? [answersTitle, ...answerTexts] : []),
    line(button.label, button.url),
    `-- \n${foot}\n${line(off.label, off.url)}\n`,
  ].join('\n\n')
}

function renderFigureText(language: Locale, { label, value, unit, note }: DigestEmail['figures'][number]): string {
  const valueWithUnit = [value, unit].filter(Boolean).join(' ')
  const textValue = valueWithUnit === '' ? note : `${valueWithUnit} (${note})`
  return translator(language, 'email')('digest.line', { label, said: textValue })
}

const mutedStyle = `${FONT};font-size:13px;line-height:20px;color:#6b665e`
const hairlineStyle = 'border-top:1px solid #e4e0da'

function Content({ title, days, figures, answersTitle, answers, button }: DigestEmail) {
  return (
    <>
      <h1 class="ink" style={`${paragraph};margin:0;font-size:20px;line-height:28px`}>
        {title}
      </h1>
      <p class="quiet" style={`margin:0 0 16px;${mutedStyle}`}>
        {days}
      </p>
      <table role="presentation" width="100%" cellPadding="0" cellSpacing="0">
        {figures.map((figure) => (
          <Figure key={figure.label} {...figure} />
        ))}
      </table>
      {answers.length > 0 && (
        <h2 class="ink line" style={`${paragraph};margin:0 0 12px;padding:20px 0 0;${hairlineStyle};font-weight:600`}>
          {answersTitle}
        </h2>
      )}
      {answers.map((answer) => (
        <Answer key={answer.url} {...answer} />
      ))}
      <div style="padding:24px 0 0">
        <Button sender={{ brandColor: null }} href={button.url}>
          {button.label}
        </Button>
      </div>
    </>
  )
}

function Figure({ label, value, unit, note }: DigestEmail['figures'][number]) {
  return (
    <tr>
      <td class="line" style={`padding:10px 12px 10px 0;${hairlineStyle};vertical-align:middle`}>
        <div class="ink" style={`${FONT};font-size:14px;line-height:20px;color:#24211d;font-weight:600`}>
          {label}
        </div>{' '}
        <div class="quiet" style={mutedStyle}>
          {note}
        </div>
      </td>
      <td
        class="line"
        align="right"
        style={`padding:10px 0;${hairlineStyle};vertical-align:middle;white-space:nowrap;font-variant-numeric:tabular-nums`}
      >
        <div class="ink" style={`${FONT};font-size:28px;line-height:32px;font-weight:600;color:#24211d`}>
          {value ?? '–'}
        </div>
        {unit !== null && (
          <div class="quiet" style={`${mutedStyle};line-height:16px`}>
            {unit}
          </div>
        )}
      </td>
    </tr>
  )
}

function Answer({ head, words, about, url }: QuotedAnswer) {
  return (
    <div style="margin:0 0 20px">
      <a
        class="link"
        dir="auto"
        href={url}
        style={`display:inline-block;padding:4px 0;${FONT};font-size:14px;line-height:20px;font-weight:600;color:#2e5eba`}
      >
        {head}
      </a>
      <p class="ink" dir="auto" style={`${paragraph};margin:0`}>
        {words}
      </p>
      <p class="quiet" dir="auto" style={`margin:4px 0 0;${mutedStyle}`}>
        {about}
      </p>
    </div>
  )
}
