/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact'
import { getTranslator } from '@/server/messages/message-catalogue'
import type { PreferenceChoices } from '@/server/responses/email-consent'
import { LANGUAGES } from '@/server/validation/languages'
import type { Language } from '@/server/validation/schema'

export const PREFERENCE_FORM_CSS = `.less{display:grid;gap:28px;margin-top:36px;padding-top:32px}
.less::before{content:"";border-top:1px solid var(--line)}
.less legend{margin-bottom:10px;font-weight:600;overflow-wrap:anywhere}
@media (forced-colors:none){.less .pick input:checked+span{background:var(--hover);color:var(--ink)}
.less .pick input:checked+span::before{box-shadow:inset 0 0 0 3.5px var(--hover)}}
.less .stopped{color:var(--ink-soft);text-wrap:pretty;overflow-wrap:anywhere}
.rest{margin-top:40px}`

type PreferenceFormProps = {
  choices: PreferenceChoices
  isSaved: boolean
  organization: string
  language: Language
  action: string
}

/** What the recipient of a message may choose besides unsubscribing; saved with one POST. */
export function PreferenceForm({ choices, isSaved, organization, language, action }: PreferenceFormProps) {
  const t = getTranslator(language, 'survey')
  const { fewerSurveys, noEmail, noSms, messageLanguage, channels } = choices
  // A preference against text messages outlives a START: it stays visible.
  const offersSms = noSms || channels?.hasAnsweredStop === false
  return (
    <form class="wide less" method="post" action={action}>
      <h2 class="ask">{t(isSaved ? 'preferences.savedTitle' : 'preferences.title')}</h2>
      <Group legend={t('preferences.frequency', { organization })}>
        <Choice type="radio" name="frequency" value="all" checked={!fewerSurveys}>
          {t('preferences.all')}
        </Choice>
        <Choice type="radio" name="frequency" value="fewer" checked={fewerSurveys}>
          {t('preferences.fewer')}
        </Choice>
      </Group>
      {channels && (
        <Group legend={t('preferences.channels')}>
          <input type="hidden" name="channels" value={offersSms ? 'both' : 'email'} />
          <Choice type="checkbox" name="channel" value="email" checked={!noEmail}>
            {t('preferences.email')}
          </Choice>
          {offersSms && (
            <Choice type="checkbox" name="channel" value="sms" checked={!noSms}>
              {t('preferences.sms', { ending: channels.phoneEnding ?? 'none' })}
            </Choice>
          )}
          {channels.hasAnsweredStop && (
            <p class="stopped">{t('preferences.stopped', { ending: channels.phoneEnding ?? '' })}</p>
          )}
        </Group>
      )}
      <Group legend={t('preferences.language')} columns="two">
        <input type="hidden" name="languageShown" value={messageLanguage} />
        {LANGUAGES.map((value) => (
          <Choice
            key={value}
            type="radio"
            name="language"
            value={value}
            checked={messageLanguage === value}
            lang={value}
          >
            {getTranslator(value, 'survey')('preferences.languageName')}
          </Choice>
        ))}
      </Group>
      <div>
        <button class="send quiet" type="submit" name="_action" value="preferences">
          {t('preferences.save')}
        </button>
      </div>
    </form>
  )
}

function Group({ legend, columns, children }: { legend: string; columns?: 'two'; children: ComponentChildren }) {
  return (
    <fieldset>
      <legend>{legend}</legend>
      <div class={columns ? `list ${columns}` : 'list'}>{children}</div>
    </fieldset>
  )
}

type ChoiceProps = {
  type: 'radio' | 'checkbox'
  name: string
  value: string
  checked: boolean
  lang?: string
  children: ComponentChildren
}

function Choice({ children, lang, ...input }: ChoiceProps) {
  return (
    <label class="pick" lang={lang}>
      <input {...input} />
      <span>{children}</span>
    </label>
  )
}
