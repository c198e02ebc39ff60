/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact'
import { translator } from '../../messages/messages'
import { SCALES, type ScaleType } from '../../surveys/vocabulary'
import { Button, paragraph, Quiet, type Rendered, renderMessage, ScoreButton, type Sender, textFoot } from './layout'
import { Paragraphs } from './text-email'

export type SurveyEmail = {
  sender: Sender
  firstName: string
  /** The first question; its scale, if it has one, stands in the message as links. */
  question: { text: string; scale: ScaleType | null }
  surveyUrl: string
  /** The sequence's own words instead of the usual ones. */
  subject?: string | undefined
  intro?: string | undefined
}

/**
 * A survey by mail. A number is a link that opens the survey with the choice filled in; following it records nothing,
 * because mail scanners follow links too.
 */
export function renderSurveyEmail(email: SurveyEmail): Rendered {
  const { sender, firstName, question, surveyUrl } = email
  const t = translator(sender.language, 'email')
  const subject = email.subject ?? t('surveySubject', { organization: sender.organization })
  const greeting = firstName === '' ? t('greetingNameless') : t('greeting', { name: firstName })
  const intro = email.intro ?? t('surveyIntro')
  const scale = question.scale && renderScale(email, question.scale)
  const html = renderMessage(
    sender,
    subject,
    <>
      <p class="ink" style={paragraph}>
        {greeting}
      </p>
      <Paragraphs text={intro} />
      <p class="ink" style={`${paragraph};font-size:20px;line-height:28px;font-weight:600`}>
        {question.text}
      </p>
      {scale?.html}
      <p style="margin:16px 0 0">
        <Button sender={sender} href={surveyUrl}>
          {t('answer')}
        </Button>
      </p>
    </>,
  )
  const text = [
    `${greeting}\n`,
    `${intro}\n`,
    `${question.text}\n`,
    ...(scale ? [scale.text] : []),
    `${t('link', { label: t('answer'), url: surveyUrl })}\n`,
    textFoot(sender),
  ].join('\n')
  return { subject, text, html }
}

function renderScale({ sender, surveyUrl }: SurveyEmail, type: ScaleType): { html: ComponentChildren; text: string } {
  const t = translator(sender.language, 'email')
  const { min, max } = SCALES[type]
  const scores = Array.from({ length: max - min + 1 }, (_, index) => min + index)
  const scoreUrl = (score: number) => `${surveyUrl}?score=${score}`
  const scoreLabel = (score: number) => t('scoreLabel', { score, max })
  const links = scores.map((score) => t('link', { label: String(score), url: scoreUrl(score) }))
  const ends = `${t(`scaleLow.${type}`)} · ${t(`scaleHigh.${type}`)}`
  return {
    html: (
      <>
        <div>
          {scores.map((score) => (
            <ScoreButton key={score} sender={sender} href={scoreUrl(score)} label={scoreLabel(score)}>
              {score}
            </ScoreButton>
          ))}
        </div>
        <Quiet>{ends}</Quiet>
        <Quiet>{t('scoreNote')}</Quiet>
      </>
    ),
    text: `${links.join('\n')}\n\n${ends}\n${t('scoreNote')}\n`,
  }
}
