/** @jsxImportSource preact */
import type { SandboxView } from '@/server/api/pages/sandbox-page'
import type { Locale } from '@/server/messages/locale'
import { translator } from '@/server/messages/messages'
import {
  SANDBOX_BEHAVIOURS,
  SANDBOX_FEED_PAGE_SIZE,
  SANDBOX_RETRY_AFTER_SECONDS,
  SANDBOX_SLOW_SECONDS,
} from '@/server/reviews/sandbox/vocabulary'
import { WarningIcon } from '../document/icons'

type Behaviour = SandboxView['site']['behaviour']
type Aspect = keyof typeof SANDBOX_BEHAVIOURS

const ASPECTS = Object.keys(SANDBOX_BEHAVIOURS) as Aspect[]

function misbehaviour(behaviour: Behaviour, locale: Locale): string[] {
  return ASPECTS.flatMap((aspect) => {
    const way = behaviour[aspect]
    return way === SANDBOX_BEHAVIOURS[aspect][0] ? [] : [wordsFor(locale, aspect, way).help]
  })
}

function wordsFor(locale: Locale, aspect: Aspect, way: string): { label: string; help: string } {
  const t = translator(locale, 'sandbox')
  const seconds = way === 'limited' ? SANDBOX_RETRY_AFTER_SECONDS : SANDBOX_SLOW_SECONDS
  const key = `behaviour.${aspect}.${way}` as 'behaviour.calls.slow'
  return { label: t(key), help: t(`${key}Help`, { seconds }) }
}

export function MisbehaviourNotice({ locale, site }: SandboxView) {
  const t = translator(locale, 'sandbox')
  const sentences = misbehaviour(site.behaviour, locale)
  if (sentences.length === 0) return null
  return (
    <div class="callout neutral">
      <WarningIcon />
      <div>
        <p>
          <strong>{t('behaviour.onTitle')}</strong>
        </p>
        <ul>
          {sentences.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
        <a class="jump" href="#behaviour">
          {t('behaviour.change')}
        </a>
      </div>
    </div>
  )
}

export function BehaviourForm({ locale, hrefs, site: { behaviour } }: SandboxView) {
  const t = translator(locale, 'sandbox')
  const isOn = misbehaviour(behaviour, locale).length > 0
  return (
    <section class="card" id="behaviour" aria-labelledby="behaviour-title">
      <header>
        <h2 id="behaviour-title">{t('behaviour.title')}</h2>
        {isOn && <span class="badge">{t('behaviour.on')}</span>}
        <p class="soft">{t('behaviour.lead')}</p>
      </header>
      <form method="post" action={hrefs.self}>
        <input type="hidden" name="_action" value="behaviour" />
        {ASPECTS.map((aspect) => (
          <fieldset key={aspect} class="choices">
            <legend>{t(`behaviour.${aspect}.legend`, { count: SANDBOX_FEED_PAGE_SIZE })}</legend>
            {SANDBOX_BEHAVIOURS[aspect].map((way) => (
              <Choice key={way} locale={locale} aspect={aspect} way={way} isChosen={behaviour[aspect] === way} />
            ))}
          </fieldset>
        ))}
        <div class="field reason">
          <label htmlFor="reason">{t('behaviour.reason')}</label>
          <input
            id="reason"
            type="text"
            name="reason"
            value={behaviour.reason || t('behaviour.reasonDefault')}
            maxLength={200}
            autoComplete="off"
          />
        </div>
        <button class="button secondary" type="submit">
          {t('behaviour.save')}
        </button>
      </form>
    </section>
  )
}

type ChoiceProps = { locale: Locale; aspect: Aspect; way: string; isChosen: boolean }

function Choice({ locale, aspect, way, isChosen }: ChoiceProps) {
  const { label, help } = wordsFor(locale, aspect, way)
  const id = `${aspect}-${way}`
  return (
    <div class={way === SANDBOX_BEHAVIOURS[aspect][0] ? 'choice' : 'choice unusual'}>
      <input type="radio" id={id} name={aspect} value={way} checked={isChosen} aria-describedby={`${id}-help`} />
      <div>
        <label htmlFor={id}>{label}</label>
        <p class="help" id={`${id}-help`}>
          {help}
        </p>
      </div>
    </div>
  )
}
