import { DEFAULT_RULES } from '@/server/survey-widgets/constants'
import type { SurveyWidget } from '@/server/survey-widgets/schema'
import { LANGUAGES } from '@/server/validation/languages'
import type { Language, LocalizedText, PerLanguage } from '@/server/validation/schema'

/** The fields of the form. Lists have a line for each item; empty texts are unset. */
export type WidgetValues = {
  name: string
  kind: SurveyWidget['kind']
  position: SurveyWidget['position']
  origins: string
  buttonText: PerLanguage<string>
  include: string
  exclude: string
  delaySeconds: string
  scrollPercent: string
  sharePercent: string
  cooldownDays: string
  event: string
  locationId: string
  employeeId: string
  closesOn: string
  quota: string
  asksContact: SurveyWidget['asksContact']
}

const perLanguage = (text: (language: Language) => string) =>
  Object.fromEntries(LANGUAGES.map((language) => [language, text(language)])) as PerLanguage<string>

export const NEW_WIDGET: WidgetValues = {
  name: '',
  kind: 'popover',
  position: 'bottom_right',
  origins: '',
  buttonText: perLanguage(() => ''),
  ...toRuleValues(DEFAULT_RULES),
  locationId: '',
  employeeId: '',
  closesOn: '',
  quota: '',
  asksContact: 'no',
}

export function toWidgetValues(widget: SurveyWidget): WidgetValues {
  const { name, kind, position, origins, buttonText, rules, asksContact } = widget
  return {
    name,
    kind,
    position,
    origins: origins.join('\n'),
    buttonText: perLanguage((language) => textIn(buttonText, language)),
    ...toRuleValues(rules),
    locationId: widget.locationId ?? '',
    employeeId: widget.employeeId ?? '',
    closesOn: widget.closesOn ?? '',
    quota: numberText(widget.quota),
    asksContact,
  }
}

export function toWidgetInput(values: WidgetValues) {
  const { name, kind, position, origins, locationId, employeeId, closesOn, quota, asksContact } = values
  return {
    name,
    kind,
    position,
    origins: toLines(origins),
    buttonText: toLocalizedText(values.buttonText),
    rules: {
      include: toLines(values.include),
      exclude: toLines(values.exclude),
      delaySeconds: Number(values.delaySeconds),
      scrollPercent: toNumber(values.scrollPercent),
      sharePercent: Number(values.sharePercent),
      cooldownDays: Number(values.cooldownDays),
      event: values.event.trim() || null,
    },
    locationId: locationId || null,
    employeeId: employeeId || null,
    closesOn: closesOn || null,
    quota: toNumber(quota),
    asksContact,
  }
}

type Rules = Omit<SurveyWidget['rules'], 'include' | 'exclude'> & {
  include: readonly string[]
  exclude: readonly string[]
}

function toRuleValues({ include, exclude, delaySeconds, scrollPercent, sharePercent, cooldownDays, event }: Rules) {
  return {
    include: include.join('\n'),
    exclude: exclude.join('\n'),
    delaySeconds: String(delaySeconds),
    scrollPercent: numberText(scrollPercent),
    sharePercent: String(sharePercent),
    cooldownDays: String(cooldownDays),
    event: event ?? '',
  }
}

function textIn(text: LocalizedText | null, language: Language): string {
  return text === null || typeof text === 'string' ? (text ?? '') : text[language]
}

/** A language that was left empty has the first text. */
function toLocalizedText(texts: PerLanguage<string>): LocalizedText | null {
  const first = LANGUAGES.map((language) => texts[language].trim()).find(Boolean)
  return first === undefined ? null : perLanguage((language) => texts[language].trim() || first)
}

function numberText(value: number | null): string {
  return value === null ? '' : String(value)
}

function toNumber(text: string): number | null {
  return text === '' ? null : Number(text)
}

function toLines(text: string): string[] {
  return text.split(/\s+/).filter(Boolean)
}
