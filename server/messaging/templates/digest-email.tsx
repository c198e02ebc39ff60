/** @jsxImportSource preact */
import type { Locale } from '../../messages/locale'
import { getTranslator } from '../../messages/message-catalogue'
import {
  Button,
  FONT_STYLE,
  MutedText,
  mutedStyle,
  paragraphStyle,
  type RenderedEmail,
  renderEmailDocument,
  UnsubscribeLink,
} from './layout'

export type DigestAnswer = { heading: string; text: string; context: string; url: string }

export type DigestEmailData = {
  language: Locale
  organization: string
  subject: string
  title: string
  period: string
  figures: readonly { label: string; value: string | null; unit: string | null; note: string }[]
  answersTitle: string
  answers: readonly DigestAnswer[]
  button: { label: string; url: string }
  footer: string
  unsubscribeLink: { label: string; url: string }
}

export function renderDigestEmail(email: DigestEmailData): RenderedEmail {
  const { language, organization, subject, figures, footer, unsubscribeLink } = email
  return {
    subject,
    text: renderText(email),
    html: renderEmailDocument({
      language,
      name: organization,
      subject,
      preheader: figures.map((figure) => renderFigureText(language, figure)).join(' · '),
      content: <Content {...email} />,
      footer: (
        <>
          <MutedText>{footer}</MutedText>
          <UnsubscribeLink {...unsubscribeLink} />
        </>
      ),
    }),
  }
}

function renderText(email: DigestEmailData): string {
  const { language, title, period, figures, answersTitle, answers, button, footer, unsubscribeLink } = email
  const t = getTranslator(language, 'email')
  const line = ({ label, url }: DigestEmailData['button']) => t('digest.line', { label, value: url })
  const figureLines = figures.map((figure) => renderFigureText(language, figure))
  const answerTexts = answers.map(({ heading, text, context, url }) => [heading, text, context, url].join('\n'))
  return [
    `${title}\n${period}`,
    figureLines.join('\n'),
    ...(answerTexts.length > 0 ? [answersTitle, ...answerTexts] : []),
    line(button),
    `-- \n${footer}\n${line(unsubscribeLink)}\n`,
  ].join('\n\n')
}

function renderFigureText(language: Locale, { label, value, unit, note }: DigestEmailData['figures'][number]): string {
  const valueWithUnit = [value, unit].filter(Boolean).join(' ')
  const textValue = valueWithUnit === '' ? note : `${valueWithUnit} (${note})`
  return getTranslator(language, 'email')('digest.line', { label, value: textValue })
}

const hairlineStyle = 'border-top:1px solid #e4e0da'

function Content({ title, period, figures, answersTitle, answers, button }: DigestEmailData) {
  return (
    <>
      <h1 class="ink" style={`${paragraphStyle};margin:0;font-size:20px;line-height:28px`}>
        {title}
      </h1>
      <p class="quiet" style={`margin:0 0 16px;${mutedStyle}`}>
        {period}
      </p>
      <table role="presentation" width="100%" cellPadding="0" cellSpacing="0">
        {figures.map((figure) => (
          <Figure key={figure.label} {...figure} />
        ))}
      </table>
      {answers.length > 0 && (
        <h2
          class="ink line"
          style={`${paragraphStyle};margin:0 0 12px;padding:20px 0 0;${hairlineStyle};font-weight:600`}
        >
          {answersTitle}
        </h2>
      )}
      {answers.map((answer) => (
        <Answer key={answer.url} {...answer} />
      ))}
      <div style="padding:24px 0 0">
        <Button href={button.url}>{button.label}</Button>
      </div>
    </>
  )
}

function Figure({ label, value, unit, note }: DigestEmailData['figures'][number]) {
  return (
    <tr>
      <td class="line" style={`padding:10px 12px 10px 0;${hairlineStyle};vertical-align:middle`}>
        <div class="ink" style={`${FONT_STYLE};font-size:14px;line-height:20px;color:#24211d;font-weight:600`}>
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
        <div class="ink" style={`${FONT_STYLE};font-size:28px;line-height:32px;font-weight:600;color:#24211d`}>
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

function Answer({ heading, text, context, url }: DigestAnswer) {
  return (
    <div style="margin:0 0 20px">
      <a
        class="link"
        dir="auto"
        href={url}
        style={`display:inline-block;padding:4px 0;${FONT_STYLE};font-size:14px;line-height:20px;font-weight:600;color:#2e5eba`}
      >
        {heading}
      </a>
      <p class="ink" dir="auto" style={`${paragraphStyle};margin:0`}>
        {text}
      </p>
      <p class="quiet" dir="auto" style={`margin:4px 0 0;${mutedStyle}`}>
        {context}
      </p>
    </div>
  )
}
