import { getTranslator } from '../messages/message-catalogue'
import { deriveBrandColors } from '../sender-profile/brand-colors'
import { CORNER_RADII, FONT_STACKS } from '../sender-profile/constants'
import type { PageLook } from '../sender-profile/schema'
import type { OpenLink } from '../survey-links/open-link'
import { pickTranslation } from '../surveys/constants'
import { LANGUAGES } from '../validation/languages'
import type { Language, PerLanguage } from '../validation/schema'
import { WidgetKind, WidgetPosition, WidgetRules } from './schema'

type WidgetTexts = { label: string; open: string; close: string; appeared: string }

/** As the pages for customers look. @property corners CSS pixels: of the panel and of small parts */
type WidgetLook = { corners: { large: number; small: number }; font: string; scheme: PageLook['scheme'] }

/** What the script on a page reads. Public. */
export type WidgetConfig =
  | { active: false }
  | {
      active: true
      kind: WidgetKind
      position: WidgetPosition
      rules: WidgetRules
      language: Language
      texts: PerLanguage<WidgetTexts>
      colors: { fill: string; ink: string }
      look: WidgetLook
    }

export function buildWidgetConfig({ widget, obstacle, organization, defaultLanguage }: OpenLink): WidgetConfig {
  if (widget === null || obstacle !== null) return { active: false }
  const { fill, ink } = deriveBrandColors(organization.brandColor)
  return {
    active: true,
    kind: WidgetKind.parse(widget.kind),
    position: WidgetPosition.parse(widget.position),
    rules: WidgetRules.parse(widget.rules),
    language: defaultLanguage,
    texts: Object.fromEntries(
      LANGUAGES.map((language) => [language, listTexts(language, organization.name, widget.buttonText)]),
    ) as PerLanguage<WidgetTexts>,
    colors: { fill, ink },
    look: toWidgetLook(organization.look),
  }
}

/** The page of the owner has no fonts of this service. */
function toWidgetLook({ corners, font, scheme }: PageLook): WidgetLook {
  return { corners: CORNER_RADII[corners], font: FONT_STACKS[font === 'geist' ? 'system' : font], scheme }
}

type ButtonText = NonNullable<OpenLink['widget']>['buttonText']

function listTexts(language: Language, organization: string, buttonText: ButtonText): WidgetTexts {
  const t = getTranslator(language, 'survey')
  return {
    label: t('widget.label', { organization }),
    open: buttonText === null ? t('widget.open') : pickTranslation(buttonText, language),
    close: t('widget.close'),
    appeared: t('widget.appeared'),
  }
}
