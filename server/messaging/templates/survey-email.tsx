/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact'
import { getTranslator } from '../../messages/message-catalogue'
import {
  Button,
  type ContactEmailLayoutData,
  MutedText,
  paragraphStyle,
  type RenderedEmail,
  renderContactEmailHtml,
  renderTextFooter,
} from './layout'
import { ScaleLabels, ScoreTiles } from './score-scale'
import { Paragraphs } from './text-email'

type EmailScale = { min: number; max: number; low: string; high: string }

export type EmailQuestion = { text: string; scale: EmailScale | null }

export type SurveyEmailData = {
  branding: ContactEmailLayoutData
  firstName: string
  question: EmailQuestion
  surveyUrl: string
  subject?: string | undefined
  intro?: string | undefined
  introHasGreeting?: boolean
}

/**
 * A survey by mail. Each score links to the survey with that choice preselected. Opening a link records nothing, because mail
 * scanners follow links too.
 */
export function renderSurveyEmail(email: SurveyEmailData): RenderedEmail {
  const { branding, firstName, question, surveyUrl } = email
  const t = getTranslator(branding.language, 'email')
  const subject = email.subject ?? t('surveySubject', { organization: branding.organization })
  const greeting = firstName === '' ? t('greetingNameless') : t('greeting', { name: firstName })
  const includesGreeting = email.introHasGreeting !== true
  const intro = email.intro ?? t('surveyIntro')
  const scale = question.scale && renderScale(email, question.scale)
  const html = renderContactEmailHtml(branding, {
    subject,
    preheader: question.text,
    content: (
      <>
        {includesGreeting && <Paragraphs text={greeting} />}
        <Paragraphs text={intro} />
        <p class="ink" dir="auto" style={`${paragraphStyle};font-size:20px;line-height:28px;font-weight:600`}>
          {question.text}
        </p>
        {scale?.html}
        <div style="margin:16px 0 0">
          <Button brandColor={branding.brandColor} look={branding.look} href={surveyUrl}>
            {t('answer')}
          </Button>
        </div>
      </>
    ),
  })
  const text = [
    ...(includesGreeting ? [`${greeting}\n`] : []),
    `${intro}\n`,
    `${question.text}\n`,
    ...(scale ? [scale.text] : []),
    `${t('link', { label: t('answer'), url: surveyUrl })}\n`,
    renderTextFooter(branding),
  ].join('\n')
  return { subject, text, html }
}

function renderScale(
  { branding, surveyUrl }: SurveyEmailData,
  { min, max, low, high }: EmailScale,
): { html: ComponentChildren; text: string } {
  const t = getTranslator(branding.language, 'email')
  const scores = Array.from({ length: max - min + 1 }, (_, index) => min + index)
  const scoreUrl = (score: number) => `${surveyUrl}?score=${score}`
  const scoreLabel = (score: number) => t('scoreLabel', { score, max })
  const links = scores.map((score) => t('link', { label: String(score), url: scoreUrl(score) }))
  const ends = [low, high].filter(Boolean).join(' · ')
  return {
    html: (
      <>
        <ScoreTiles
          look={branding.look}
          tiles={scores.map((score) => ({ score, label: scoreLabel(score), href: scoreUrl(score) }))}
        />
        {ends && <ScaleLabels count={scores.length} low={low} high={high} />}
        <MutedText>{t('scoreNote')}</MutedText>
      </>
    ),
    text: `${links.join('\n')}\n\n${ends && `${ends}\n`}${t('scoreNote')}\n`,
  }
}
