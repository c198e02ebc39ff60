import { pickTranslation } from '@/server/surveys/constants'
import type { ContentChange } from '@/server/surveys/versions/schema'
import { getLocale, getT } from '../../i18n/server'

const MAX_CHANGES = 12

/** What changed, in words. */
export async function ChangeList({ changes }: { changes: readonly ContentChange[] }) {
  const [t, locale] = await Promise.all([getT('surveyVersions'), getLocale()])
  const hiddenCount = changes.length - MAX_CHANGES
  return (
    <ul className="grid gap-0.5 text-13 text-ink-soft">
      {changes.slice(0, MAX_CHANGES).map(({ kind, question }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: changes have no identity
        <li key={index} className="wrap-anywhere">
          {t(`changes.${kind}`, { question: question === null ? '' : pickTranslation(question, locale) })}
        </li>
      ))}
      {hiddenCount > 0 && <li>{t('more', { count: hiddenCount })}</li>}
    </ul>
  )
}
