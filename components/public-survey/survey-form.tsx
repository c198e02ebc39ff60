/** @jsxImportSource preact */
import type { SurveyFormPageData } from '@/server/api/pages/survey-pages'
import { getTranslator } from '@/server/messages/message-catalogue'
import { findScale, isBoolean, otherTextId, pickTranslation } from '@/server/surveys/constants'
import { FIELD_PARAMETER_PREFIX } from '@/server/surveys/fields/constants'
import { toLogicQuestions } from '@/server/surveys/logic/survey-logic'
import { listRecalledQuestionIds, NO_RECALL } from '@/server/surveys/recall/wording'
import { conditionalQuestionCss } from './conditional-question-css'
import { ContactFields, OpenLinkHiddenFields } from './open-link-fields'
import { PrivacyLine } from './privacy-line'
import { QuestionField } from './question-field'

export type SurveyFormProps = { page: SurveyFormPageData; path: string; isPreview: boolean }

/**
 * The rules that the script applies where the style sheet cannot: to ranges of typed answers, and to one question at a time. Without the
 * script, the service answers each step of the latter with the next question.
 */
export function buildSurveyFormLogic(page: SurveyFormPageData) {
  const { questions, layout } = page
  const logic = toLogicQuestions(questions)
  if (layout === 'one') return { css: '', scriptLogic: logic }
  const { css, isExact } = conditionalQuestionCss(questions, logic)
  return { css, scriptLogic: isExact && !recallsAnswers(page) ? null : logic }
}

/** Whether a text repeats an answer. Its script also needs the rules, because only answers to questions that are asked count. */
export function recallsAnswers({ questions, language }: SurveyFormPageData): boolean {
  const texts = questions.flatMap(({ text, description = '' }) => [text, description])
  return texts.some((text) => listRecalledQuestionIds(pickTranslation(text, language)).length > 0)
}

type SurveyFormLogic = ReturnType<typeof buildSurveyFormLogic>

export function SurveyForm({ page, path, isPreview, logic }: SurveyFormProps & { logic: SurveyFormLogic }) {
  const { organization, language, questions, answers, faults, layout, current, openLink, openedAt, basedOn } = page
  const { recall = NO_RECALL, fields = {} } = page
  const t = getTranslator(language, 'survey')
  const isStepped = layout === 'one'
  const [first, ...rest] = questions.map((question, index) => (
    <QuestionField
      key={question.id}
      question={question}
      index={index}
      language={language}
      values={answers.get(question.id) ?? []}
      otherText={answers.get(otherTextId(question.id))?.join(' ') ?? ''}
      fault={faults.get(question.id)}
      recall={recall}
      seed={path}
      {...(isStepped ? { step: question.id === current ? 'current' : 'other' } : {})}
    />
  ))
  return (
    <form
      class="wide"
      method="post"
      action={path}
      data-required={t('faults.required')}
      data-logic={logic.scriptLogic ? JSON.stringify(logic.scriptLogic) : undefined}
      noValidate
    >
      <input type="hidden" name="_language" value={language} />
      {Object.entries(fields).map(([id, value]) => (
        <input key={id} type="hidden" name={FIELD_PARAMETER_PREFIX + id} value={value} />
      ))}
      {typeof openedAt === 'number' && <input type="hidden" name="_opened" value={openedAt} />}
      {basedOn !== undefined && <input type="hidden" name="_change" value={basedOn} />}
      {openLink && <OpenLinkHiddenFields form={openLink} language={language} />}
      {openLink?.isStale && (
        <p class="summary" role="alert">
          {t('openLink.stale')}
        </p>
      )}
      {basedOn !== undefined && <p class="more">{t('changes.note')}</p>}
      {isStepped && <input type="hidden" name="_at" value={current} />}
      {isStepped && <Progress page={page} />}
      {faults.size > 0 && (
        <p class="summary" role="alert">
          {t('checkAnswers', { count: faults.size })}
        </p>
      )}
      {first}
      <div class={startsWithChoice(page) ? 'later' : undefined}>
        {rest}
        {openLink && <ContactFields form={openLink} language={language} organization={organization.name} />}
        <PrivacyLine organization={organization} language={language} />
        {isStepped ? (
          <StepButtons page={page} isPreview={isPreview} />
        ) : (
          <SendButton page={page} isPreview={isPreview} />
        )}
        <p
          class="wait"
          role="status"
          data-offline={t('sending.offline')}
          data-busy={t('sending.busy')}
          data-kept={t('sending.kept')}
          data-keep-open={t('sending.keepOpen')}
          data-too-long={t('sending.tooLong')}
        />
      </div>
    </form>
  )
}

function SendButton({ page, isPreview }: Pick<SurveyFormProps, 'page' | 'isPreview'>) {
  const t = getTranslator(page.language, 'survey')
  return (
    <button class="send" type={isPreview ? 'button' : 'submit'} data-sending={t('sending.now')}>
      {sendLabel(page)}
    </button>
  )
}

function sendLabel({ language, basedOn }: SurveyFormPageData): string {
  const t = getTranslator(language, 'survey')
  return basedOn === undefined ? t('submit') : t('changes.save')
}

function Progress({ page: { language, questions, current } }: Pick<SurveyFormProps, 'page'>) {
  const t = getTranslator(language, 'survey')
  const position = questions.findIndex(({ id }) => id === current)
  return <progress class="steps" aria-label={t('steps.progress')} max={questions.length} value={position + 1} />
}

/** The first button is the one that the Enter key presses. */
function StepButtons({ page, isPreview }: Pick<SurveyFormProps, 'page' | 'isPreview'>) {
  const { language, questions, current } = page
  const t = getTranslator(language, 'survey')
  const isLast = questions.at(-1)?.id === current
  const type = isPreview ? 'button' : 'submit'
  return (
    <div class="step">
      <button
        class="send"
        type={type}
        name="_step"
        value="next"
        data-sending={t('sending.now')}
        data-next={t('steps.next')}
        data-send={sendLabel(page)}
      >
        {isLast ? sendLabel(page) : t('steps.next')}
      </button>
      <button class="send quiet" type={type} name="_step" value="back" hidden={questions[0]?.id === current}>
        {t('steps.back')}
      </button>
    </div>
  )
}

/** Whether the first question is a required choice: the rest is then revealed by its answer, if CSS supports it. */
function startsWithChoice({ questions, faults, layout, openLink, basedOn }: SurveyFormPageData): boolean {
  const [first] = questions
  if (layout !== 'all' || basedOn !== undefined || !first?.required || faults.size > 0 || openLink?.contactError)
    return false
  const { type } = first
  return findScale(first) !== null || isBoolean(type) || type === 'single_choice' || type === 'multiple_choice'
}
